import { cx } from './cx.ts'

/** The one look of things that hold a value. */
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
