import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { cx } from './cx.ts'

/** Grows with its text where the browser can do that. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={controlClass(cx('field-sizing-content max-h-64 min-h-18 resize-y px-3 py-2', className))}
      {...rest}
    />
  )
}
