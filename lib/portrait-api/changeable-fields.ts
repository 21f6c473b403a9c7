/** Employee fields that the service allows to change (specification section 2, EmployeeUpdate). */
export const CHANGEABLE_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

export type ChangeableField = (typeof CHANGEABLE_FIELDS)[number]

/** Values of these fields in an input, unvalidated: the service validates them. */
export type GivenFields<Field extends string = ChangeableField> = { [Name in Field]?: unknown }

/** Picks these fields from an input; empty when the input is no object. */
export function readGiven(input: unknown): GivenFields
export function readGiven<Field extends string>(input: unknown, fields: readonly Field[]): GivenFields<Field>
export function readGiven(input: unknown, fields: readonly string[] = CHANGEABLE_FIELDS) {
  if (typeof input !== 'object' || input === null) return {}
  const all = new Map<string, unknown>(Object.entries(input))
  return Object.fromEntries(fields.filter(field => all.has(field)).map(field => [field, all.get(field)]))
}
