/** Layout of the employee table in this browser. Kept in a cookie, so that the server renders it at once. */
export const DENSITIES = ['comfortable', 'compact'] as const
/** The columns that may be hidden. Portrait and last name stay: they identify the row. */
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

/**
 * The view of a browser without a cookie. A cookie lists the hidden columns: a column that is added later is shown to
 * everybody who has one, also when it is hidden here.
 */
export const DEFAULT_VIEW: TableView = { density: 'comfortable', hidden: ['edited_at'] }

/** Formats the cookie: `compact.locale.edited_at`. */
export function formatTableView({ density, hidden }: TableView): string {
  return [density, ...hidden].join('.')
}

/** Ignores unknown names in a cookie of an older desk. */
export function parseTableView(text: string | undefined): TableView {
  const [first, ...names] = (text ?? '').split('.')
  const density = DENSITIES.find(name => name === first)
  return density ? { density, hidden: OPTIONAL_COLUMNS.filter(name => names.includes(name)) } : DEFAULT_VIEW
}
