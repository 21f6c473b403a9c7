import type { SortColumn } from '#lib/employees/people-filters.ts'

/** Where a value stands when a row is a card (below the `sm` width), and how it looks in both. */
const PLACES: Record<SortColumn, string> = {
  last_name: 'font-medium max-sm:has-[input]:basis-full',
  first_name: 'font-medium max-sm:has-[input]:basis-full',
  mitarbeiternummer: 'max-sm:order-1 max-sm:basis-full max-sm:text-muted',
  email: 'max-sm:order-1 max-sm:basis-full',
  locale:
    'max-sm:order-1 max-sm:flex max-sm:basis-full max-sm:items-center max-sm:gap-2 max-sm:has-[select]:block',
  standing: 'max-sm:order-1 max-sm:basis-full max-sm:pt-1.5',
  invited_at: 'text-muted max-sm:hidden',
  uploaded_at: 'text-muted max-sm:hidden',
  edited_at: 'text-muted max-sm:hidden',
}

export function toPlaceOnCard(column: SortColumn): string {
  return PLACES[column]
}
