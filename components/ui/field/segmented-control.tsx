import { useId } from 'react'
import { cx } from '#components/ui/cx.ts'

type Segment<Value extends string> = {
  value: Value
  label: string
  /** Language of the label, if it differs from the page's. */
  lang?: string
  disabled?: boolean
}

type SegmentedControlProps<Value extends string> = {
  legend: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** One of two to five short words, side by side. They are radio buttons: arrow keys choose. */
export function SegmentedControl<Value extends string>({
  legend,
  segments,
  value,
  onChange,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cx('inline-flex rounded-md bg-sunken p-0.5', className)}>
      <legend className="sr-only">{legend}</legend>
      {segments.map(segment => (
        <label
          key={segment.value}
          lang={segment.lang}
          className="relative inline-flex min-h-7 min-w-7 grow select-none items-center justify-center gap-1.5 rounded-[5px] px-2.5 text-muted text-sm transition-colors hover:text-text has-checked:bg-panel has-checked:font-medium has-checked:text-text has-checked:shadow-low has-checked:inset-ring has-checked:inset-ring-line has-disabled:cursor-not-allowed has-disabled:animate-dim has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 appearance-none outline-none"
          />
          <span className="text-center leading-5">{segment.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
