import 'server-only'
import { getDatabase } from '#lib/store/database.ts'
import { fold } from '#lib/store/engine.ts'
import type { Found, Person } from './person.ts'

/** What may be made for "what the table shows". */
type Searched = 'exports' | 'deliveries'

/** Those of "what the table shows", or of what is new of that, with what somebody has typed: their name, e-mail or number. */
export function listSearches(table: Searched, { names, emails, numbers }: Person): Promise<Found[]> {
  const typed = [...names, ...emails, ...numbers].filter(Boolean)
  return getDatabase().all(
    `SELECT id, created_at, request FROM
       (SELECT *, coalesce(request ->> '$.scope.of.filters', request ->> '$.scope.filters') AS typed FROM ${table}) AS searched
     WHERE EXISTS (SELECT 1 FROM json_each(?) WHERE value IN (lower(trim(typed ->> '$.q')), lower(typed ->> '$.mitarbeiternummer')))`,
    JSON.stringify(typed.flatMap(word => [word.toLowerCase(), fold(word)])),
  )
}

/** It is about the person alone from then on, so that repeating it never becomes a download of everybody. */
export async function forgetSearches(table: Searched, person: Person): Promise<number> {
  const searches = await listSearches(table, person)
  const scope = { kind: 'people', employee_ids: [person.employee_id ?? Number.MAX_SAFE_INTEGER] }
  for (const { id, request: text } of searches) {
    const request: object = JSON.parse(String(text))
    const about = JSON.stringify({ ...request, scope })
    await getDatabase().run(`UPDATE ${table} SET request = ? WHERE id = ?`, about, String(id))
  }
  return searches.length
}
