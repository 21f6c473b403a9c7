/** How the employee table looks in this browser. The server draws it so at once, therefore it is kept in a cookie. */
export const DENSITIES = ['comfortable', 'compact'] as const
/** The columns that may be hidden. Portrait and last name stay: they say whose row it is. */
export const OPTIONAL_COLUMNS = [
  'mitarbeiternummer',
  'first_name',
  'email',
  'locale',
  'status',
  'invited_at',
  'uploaded_at',
  'edited_at',
] as const

type Density = (typeof DENSITIES)[number]
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]
export type TableView = { density: Density; hidden: OptionalColumn[] }

export const DEFAULT_VIEW: TableView = { density: 'comfortable', hidden: ['edited_at'] }

/** As a cookie holds it: `compact.locale.edited_at`. */
export function formatTableView({ density, hidden }: TableView): string {
  return [density, ...hidden].join('.')
}

/** Of what an older desk wrote, the names that are still known count. */
export function parseTableView(text: string | undefined): TableView {
  const [first, ...names] = (text ?? '').split('.')
  const density = DENSITIES.find(name => name === first)
  return density ? { density, hidden: OPTIONAL_COLUMNS.filter(name => names.includes(name)) } : DEFAULT_VIEW
}
