/** Somebody of whom the desk keeps something, and by what words; as much of it as is known. */
export type Person = {
  /** Null: only in lists that were not sent yet. */
  employee_id: number | null
  project_id: number | null
  names: readonly string[]
  emails: readonly string[]
  numbers: readonly string[]
  /** Whether rows that say no id are theirs when they say their e-mail or number; a deleted person may come back with both. */
  byWords: boolean
}

/** A row of a place, as it is shown. */
export type Found = Record<string, unknown>
