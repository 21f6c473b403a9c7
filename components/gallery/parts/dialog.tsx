'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/field/checkbox.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { Sheet } from '#components/ui/popup/sheet.tsx'
import { Example } from './example.tsx'

const LINES = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of something long.`)

type Which = 'dialog' | 'large' | 'confirm' | 'typed' | null

export function DialogPart() {
  const [which, setWhich] = useState<Which>(null)
  const bind = (name: Which) => ({
    open: which === name,
    onOpenChange: (open: boolean) => setWhich(open ? name : null),
  })
  const close = () => setWhich(null)
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button variant="primary" onClick={close}>
        Add person
      </Button>
    </>
  )
  return (
    <Example title="Dialog, large, alert dialog, alert dialog with a typed word">
      <Button onClick={() => setWhich('dialog')}>Open dialog</Button>
      <Button onClick={() => setWhich('large')}>Open large dialog</Button>
      <Button onClick={() => setWhich('confirm')}>Delete one</Button>
      <Button onClick={() => setWhich('typed')}>Delete all</Button>
      <Dialog
        {...bind('dialog')}
        title="Add a person"
        description="An invitation is sent at once."
        footer={footer}
      >
        <div className="grid gap-4 px-5 pb-5">
          <Field label="First name">{control => <Input {...control} />}</Field>
          <Field label="Language">
            {control => (
              <Select {...control}>
                <option>German</option>
              </Select>
            )}
          </Field>
        </div>
      </Dialog>
      <Dialog {...bind('large')} size="large" title="Download photos" footer={footer}>
        <div className="px-5 py-4">
          <Checkbox label="Also those without a number" />
          {LINES.map(line => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </Dialog>
      <ConfirmDialog
        {...bind('confirm')}
        title="Delete Ada Yılmaz?"
        confirmLabel="Delete person"
        onConfirm={close}
      >
        Her photos go too. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        {...bind('typed')}
        title="Delete 700 people?"
        confirmLabel="Delete 700 people"
        typed="Köln"
        onConfirm={close}
      >
        All photos of the project go too. This cannot be undone.
      </ConfirmDialog>
    </Example>
  )
}

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
              <Icon of={ChevronLeftIcon} />
            </IconButton>
            <IconButton label="Next person">
              <Icon of={ChevronRightIcon} />
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
