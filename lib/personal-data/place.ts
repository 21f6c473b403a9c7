import 'server-only'
import { getDatabase } from '#lib/store/database.ts'
import { fold } from '#lib/store/engine.ts'
import type { Found, Person } from './person.ts'

/**
 * A table of the database, or part of `DATA_DIR`, that names employees. `what` and `until` are its row in
 * docs/security.md.
 */
export type Place = {
  name: string
  what: string
  until: string
  show(person: Person): Promise<Found[]>
  /** Removes or empties what names the person, and returns the number of changes. */
  forget(person: Person): Promise<number>
}

/** Parameters that a statement may name. */
export function toValues({ employee_id, project_id, emails, numbers, byWords }: Person) {
  return {
    id: employee_id,
    project: project_id,
    byWords: Number(byWords),
    nobody: JSON.stringify({ first_name: '', last_name: '', mitarbeiternummer: '', email: '' }),
    emails: JSON.stringify(emails.map(fold)),
    numbers: JSON.stringify(numbers),
  }
}

export function select(sql: string, person: Person): Promise<Found[]> {
  return getDatabase().all(sql, toValues(person))
}

export function change(sql: string, person: Person): Promise<number> {
  return getDatabase().run(sql, toValues(person))
}
