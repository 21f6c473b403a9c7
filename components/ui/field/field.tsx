import { type ReactNode, useId } from 'react'
import { AlertIcon } from '#components/ui/icons.ts'

/** What the control of a field needs to belong to its label and its reason. */
export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Right of the label, quietly: "optional". */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, below it a hint, and the reason when the value was refused. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId()
  const reasonId = `${id}-reason`
  const hintId = `${id}-hint`
  const describedBy = [error && reasonId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside && <span className="text-muted text-xs">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      <p id={reasonId} role="alert" className="flex gap-1.5 text-danger text-sm empty:hidden">
        {error && <AlertIcon className="mt-0.5" />}
        {error}
      </p>
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
