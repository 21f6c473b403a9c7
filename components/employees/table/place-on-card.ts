import type { SortColumn } from '#lib/employees/people-filters.ts'

/** Where a value stands when a row is a card (below the `sm` width), and how it looks in both. */
const PLACES: Record<SortColumn, string> = {
  last_name: 'card-name',
  first_name: 'card-name',
  mitarbeiternummer: 'card-line card-number',
  email: 'card-line',
  locale: 'card-line card-locale',
  status: 'card-line card-status',
  invited_at: 'card-late',
  uploaded_at: 'card-late',
  edited_at: 'card-late',
}

export function toPlaceOnCard(column: SortColumn): string {
  return PLACES[column]
}
