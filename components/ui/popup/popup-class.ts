import { cx } from '#components/ui/cx.ts'

/** The one look of what floats above the page. */
export function popupClass(className?: string): string {
  return cx('popup rounded-lg bg-raised text-text shadow-high outline-none', className)
}

/**
 * For a list that scrolls by itself. What is highlighted is brought into sight, under a pointer too: were the popup a part of the
 * page, the page would move for that, and another line would be under the finger when it presses.
 */
export const STILL = { positionMethod: 'fixed' } as const

/** The one look of a line in a menu or a list. */
export const popupItemClass =
  'flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1 text-start text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-sunken forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] [&>svg]:text-muted'
