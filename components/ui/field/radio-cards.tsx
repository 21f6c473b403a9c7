import { type ReactNode, useId } from 'react'
import { cx } from '#components/ui/cx.ts'

type RadioCard<Value extends string> = {
  value: Value
  label: string
  hint?: ReactNode
  disabled?: boolean
}

type RadioCardsProps<Value extends string> = {
  legend: string
  cards: RadioCard<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A choice of a few, each with a label and a hint. */
export function RadioCards<Value extends string>({
  legend,
  cards,
  value,
  onChange,
  className = 'sm:grid-cols-2',
}: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className={cx('grid gap-2', className)}>
        {cards.map(card => (
          <label
            key={card.value}
            className="flex items-start gap-2.5 rounded-md border border-line bg-panel px-3 py-2.5 transition-colors hover:border-line-strong/60 has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-muted has-disabled:hover:border-line"
          >
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
              className="mt-[3px] size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-panel outline-none checked:border-[5px] checked:border-accent disabled:opacity-50 forced-colors:appearance-auto"
            />
            <span className="min-w-0">
              <span className="block font-medium">{card.label}</span>
              {card.hint && <span className="block text-muted text-sm">{card.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
