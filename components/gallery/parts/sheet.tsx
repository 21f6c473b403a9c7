'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.ts'
import { Input } from '#components/ui/input.tsx'
import { Sheet } from '#components/ui/sheet.tsx'
import { Example } from '../example.tsx'

export function SheetPart() {
  const [open, setOpen] = useState(false)
  return (
    <Example title="Sheet, with two actions and a footer">
      <Button onClick={() => setOpen(true)}>Open person</Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Ada Yılmaz"
        description="00042 · approved"
        actions={
          <>
            <IconButton label="Previous person">
              <ChevronLeftIcon />
            </IconButton>
            <IconButton label="Next person">
              <ChevronRightIcon />
            </IconButton>
          </>
        }
        footer={<Button variant="primary">Save</Button>}
      >
        <div className="grid gap-4 p-5">
          <Field label="First name">{control => <Input defaultValue="Ada" {...control} />}</Field>
          <Field label="Last name">{control => <Input defaultValue="Yılmaz" {...control} />}</Field>
        </div>
      </Sheet>
    </Example>
  )
}
