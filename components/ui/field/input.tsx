import type { ComponentProps } from 'react'
import { cx } from '#components/ui/cx.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={controlClass(className)} {...rest} />
}

/** Grows with its text where the browser supports that. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={controlClass(cx('field-sizing-content max-h-64 min-h-18 resize-y px-3 py-2', className))}
      {...rest}
    />
  )
}

/** Classes of all controls that hold a value. */
export function controlClass(className = 'h-9 px-3'): string {
  return cx(
    'w-full min-w-0 rounded-md border border-line-field bg-panel text-base text-text shadow-low transition-colors',
    'placeholder:text-muted hover:border-line-strong disabled:border-line',
    'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-1',
    'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:text-muted',
    className,
  )
}
