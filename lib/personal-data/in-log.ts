import 'server-only'
import { getDatabase } from '#lib/store/database.ts'
import { transactionNow } from '#lib/store/transaction.ts'
import type { Found, Person } from './person.ts'

type LoggedPerson = { name: string; mitarbeiternummer: string | null }
type Details = {
  person?: LoggedPerson
  people?: LoggedPerson[]
  changes?: { field: string; old: string | null; new: string | null }[]
}

/** Entries in which the person is still named. */
function listActivity(person: Person): Found[] {
  return getDatabase()
    .prepare(
      `SELECT a.id, a.at, a.actor_email, a.action, a.outcome, a.details FROM activity AS a
       WHERE a.id IN (SELECT activity_id FROM activity_people WHERE employee_id = ?)
         AND (a.details ->> '$.person.name' <> '' OR json_array_length(a.details, '$.people') > 0)
       ORDER BY a.id`,
    )
    .all(person.employee_id)
}

/** Without the names of those who were created together with them: the answer is about one person. */
export function showActivity(person: Person): Found[] {
  return listActivity(person).flatMap(({ details: text, ...entry }) => {
    const details: Details = JSON.parse(String(text))
    const people = details.people?.filter(one => isCalled(one, person))
    if (people?.length === 0) return []
    return [{ ...entry, details: JSON.stringify({ ...details, ...(people && { people }) }) }]
  })
}

function isCalled({ name, mitarbeiternummer }: LoggedPerson, { names, numbers }: Person): boolean {
  return names.includes(name) || (mitarbeiternummer !== null && numbers.includes(mitarbeiternummer))
}

/**
 * Empties names, numbers and values. Of people who were created together, those whose name or number is known to be theirs;
 * when nobody is, and nobody was emptied before, all of that entry: a name must not stay for want of certainty.
 */
export function forgetActivity(person: Person): number {
  const database = getDatabase()
  const save = database.prepare('UPDATE activity SET details = ? WHERE id = ?')
  return transactionNow(database, () => {
    let changed = 0
    for (const { id = null, details: text } of listActivity(person)) {
      const details: Details = JSON.parse(String(text))
      const isThem = (one: LoggedPerson) => isCalled(one, person)
      const known = details.people?.some(one => isThem(one) || one.name === '') ?? false
      const empty = { name: '', mitarbeiternummer: null }
      const after: Details = {
        ...details,
        ...(details.person && { person: empty }),
        ...(details.people && { people: details.people.map(one => (!known || isThem(one) ? empty : one)) }),
        ...(details.changes && { changes: details.changes.map(one => ({ ...one, old: null, new: null })) }),
      }
      if (JSON.stringify(after) === JSON.stringify(details)) continue
      save.run(JSON.stringify(after), id)
      changed += 1
    }
    return changed
  })
}
