import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { Example } from '../example.tsx'

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
