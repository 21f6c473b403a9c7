import { Field } from '#components/ui/field/field.tsx'
import { Input, Textarea } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Example } from './example.tsx'

export function InputPart() {
  return (
    <Example title="Field, hint, reason, disabled, read-only" wide>
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
        <Field label="Note">
          {control => <Textarea defaultValue="Köln-Ehrenfeld, second floor" {...control} />}
        </Field>
      </div>
    </Example>
  )
}

export function SelectPart() {
  return (
    <Example title="Chosen, invalid, disabled" wide>
      <div className="grid max-w-3xl gap-5 sm:grid-cols-3">
        <Field label="Language">
          {control => (
            <Select {...control}>
              <option>German</option>
              <option>English</option>
            </Select>
          )}
        </Field>
        <Field label="Column" error="Choose a column.">
          {control => (
            <Select {...control}>
              <option value="">Not chosen</option>
            </Select>
          )}
        </Field>
        <Field label="Disabled">
          {control => (
            <Select disabled {...control}>
              <option>Fixed</option>
            </Select>
          )}
        </Field>
      </div>
    </Example>
  )
}
