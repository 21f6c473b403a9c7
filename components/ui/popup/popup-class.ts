import { cx } from '#components/ui/cx.ts'

/** Classes of all surfaces that float above the page. */
export function popupClass(className?: string): string {
  return cx('popup rounded-lg bg-raised text-text shadow-high outline-none', className)
}

/**
 * For a list with its own scrolling. The highlighted entry scrolls into view, also under a pointer. If the popup were
 * positioned in the page, the page would scroll with it and put another entry under the finger.
 */
export const STILL = { positionMethod: 'fixed' } as const

/** Classes of a line in a menu or a list. */
export const popupItemClass =
  'flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1 text-start text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-sunken forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] [&>svg]:text-muted'
