'use client'

import { Select } from '#components/ui/field/select.tsx'
import { toVisible } from '#lib/text/invisible.ts'

type ChoiceFilterProps = {
  id?: string
  label: string
  /** What stands there while nothing is chosen. */
  any: string
  value: string | undefined
  choices: { value: string; label: string }[]
  /** The name of what is not among the choices any more. */
  nameOf?: (value: string) => string
  onChoose: (value: string | undefined) => void
}

/** One choice or none. What an old link asks for stands there too, though there is nothing of it any more. */
export function ChoiceFilter({ id, label, any, value, choices, nameOf, onChoose }: ChoiceFilterProps) {
  const known = value === undefined || choices.some(choice => choice.value === value)
  const offered = known ? choices : [{ value, label: nameOf?.(value) ?? value }, ...choices]
  return (
    <div className="sm:w-48">
      <Select
        id={id}
        aria-label={label}
        value={value ?? ''}
        onChange={event => onChoose(event.target.value || undefined)}
      >
        <option value="">{any}</option>
        {offered.map(choice => (
          <option key={choice.value} value={choice.value}>
            {toVisible(choice.label)}
          </option>
        ))}
      </Select>
    </div>
  )
}
