import { type ReactNode, useId } from 'react'
import { AlertIcon } from './icons.tsx'

/** What the control of a field needs to belong to its label and its reason. */
export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  error?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, and below it the reason when the value was refused. */
export function Field({ label, error, children }: FieldProps) {
  const id = useId()
  const reasonId = `${id}-reason`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error && reasonId })}
      <p id={reasonId} role="alert" className="flex gap-1.5 text-danger text-sm empty:hidden">
        {error && <AlertIcon className="mt-0.5 size-4" />}
        {error}
      </p>
    </div>
  )
}
