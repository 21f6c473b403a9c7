import 'server-only'
import { getDatabase } from '#lib/store/database.ts'
import type { Statements } from '#lib/store/engine.ts'
import type { Found, Person } from './person.ts'

type LoggedPerson = { name: string; mitarbeiternummer: string | null }
type Details = {
  person?: LoggedPerson
  people?: LoggedPerson[]
  changes?: { field: string; old: string | null; new: string | null }[]
}

/** Lists entries in which the person is still named. */
async function listActivity(at: Statements, person: Person): Promise<Found[]> {
  return at.all(
    `SELECT a.id, a.at, a.actor_email, a.action, a.outcome, a.details FROM activity AS a
       WHERE a.id IN (SELECT activity_id FROM activity_people WHERE employee_id = ?)
         AND (a.details ->> '$.person.name' <> '' OR json_array_length(a.details, '$.people') > 0)
       ORDER BY a.id`,
    person.employee_id,
  )
}

/** Omits the names of people who were created together with this person: the answer is about one person. */
export async function showActivity(person: Person): Promise<Found[]> {
  return (await listActivity(getDatabase(), person)).flatMap(({ details: text, ...entry }) => {
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
 * Empties names, numbers and values. Among people who were created together, empties those whose name or number is
 * known to be the person's. If none is, and none was emptied before, empties all of that entry: no name may stay
 * because of uncertainty.
 */
export async function forgetActivity(person: Person): Promise<number> {
  return getDatabase().transaction(async within => {
    let changed = 0
    for (const { id, details: text } of await listActivity(within, person)) {
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
      await within.run('UPDATE activity SET details = ? WHERE id = ?', JSON.stringify(after), Number(id))
      changed += 1
    }
    return changed
  })
}
