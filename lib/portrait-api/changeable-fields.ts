/** The fields of a person that the service lets us write (specification section 2, EmployeeUpdate). */
export const CHANGEABLE_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

export type ChangeableField = (typeof CHANGEABLE_FIELDS)[number]

/** Values for these fields as somebody has given them: whether they are right, the service says. */
export type GivenFields<Field extends string = ChangeableField> = { [Name in Field]?: unknown }

/** What an input says about these fields; nothing when it is no object at all. */
export function readGiven(input: unknown): GivenFields
export function readGiven<Field extends string>(input: unknown, fields: readonly Field[]): GivenFields<Field>
export function readGiven(input: unknown, fields: readonly string[] = CHANGEABLE_FIELDS) {
  if (typeof input !== 'object' || input === null) return {}
  const all = new Map<string, unknown>(Object.entries(input))
  return Object.fromEntries(fields.filter(field => all.has(field)).map(field => [field, all.get(field)]))
}
