import 'server-only'
import { getDatabase } from '#lib/store/database.ts'
import type { Found, Person } from './person.ts'

/**
 * A place in which employees are named: a table of the database, or something in `DATA_DIR`. `what`, `why` and `until` are
 * its row in docs/security.md.
 */
export type Place = {
  name: string
  what: string
  why: string
  until: string
  show(person: Person): Found[]
  /** Removes or empties what names them, and tells how much that was. */
  forget(person: Person): number | Promise<number>
}

/** What goes into every statement; a value that it does not name is left out. */
function toValues({ employee_id, project_id, emails, numbers, byWords }: Person) {
  return {
    id: employee_id,
    project: project_id,
    byWords: Number(byWords),
    nobody: JSON.stringify({ first_name: '', last_name: '', mitarbeiternummer: '', email: '' }),
    emails: JSON.stringify(emails),
    numbers: JSON.stringify(numbers),
  }
}

function prepare(sql: string) {
  const statement = getDatabase().prepare(sql)
  statement.setAllowUnknownNamedParameters(true)
  return statement
}

export function select(sql: string, person: Person): Found[] {
  return prepare(sql).all(toValues(person))
}

export function change(sql: string, person: Person): number {
  return Number(prepare(sql).run(toValues(person)).changes)
}
