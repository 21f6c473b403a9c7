/** The fields of a person that the service lets us write (specification section 2, EmployeeUpdate). */
export const CHANGEABLE_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

export type ChangeableField = (typeof CHANGEABLE_FIELDS)[number]
