/** A person with data on this desk, with every known name, e-mail and number. */
export type Person = {
  /** Null for a person who is only in lists that were not sent yet. */
  employee_id: number | null
  project_id: number | null
  names: readonly string[]
  emails: readonly string[]
  numbers: readonly string[]
  /**
   * True when rows without an id belong to this person by their e-mail or number. A deleted person may return with
   * both.
   */
  byWords: boolean
}

/** A row of a place, as it is shown. */
export type Found = Record<string, unknown>
