'use client'

import { useState } from 'react'
import { CharactersLeft } from '#components/ui/characters-left.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { Example } from '../example.tsx'

export function InputPart() {
  const [text, setText] = useState('Köln-Ehrenfeld, second floor')
  return (
    <Example title="Field, hint, reason, disabled, read-only, characters left" wide>
      <div className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <Field label="First name">{control => <Input defaultValue="Jürgen" {...control} />}</Field>
        <Field label="E-mail" hint="The invitation goes there." aside="optional">
          {control => <Input type="email" placeholder="name@example.com" {...control} />}
        </Field>
        <Field label="Employee number" error="This number is taken by Ada Yılmaz.">
          {control => <Input defaultValue="00042" {...control} />}
        </Field>
        <Field label="Disabled">
          {control => <Input disabled defaultValue="Nothing to do" {...control} />}
        </Field>
        <Field label="Read-only">
          {control => <Input readOnly defaultValue="Being saved" {...control} />}
        </Field>
        <div>
          <Field label="Note">
            {control => (
              <Textarea value={text} onChange={event => setText(event.target.value)} {...control} />
            )}
          </Field>
          <CharactersLeft length={text.length} max={32} />
        </div>
      </div>
    </Example>
  )
}
