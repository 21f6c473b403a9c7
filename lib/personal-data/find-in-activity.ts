import 'server-only'
import { listHeldPeople } from '#lib/employees/held-rosters.ts'
import { findPeople } from '#lib/employees/search/find-people.ts'
import { contains, fold, toWords } from '#lib/i18n/fold.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'

/** Maximum people in one answer. A one-letter query finds more, and a longer answer is of no use. */
const FOUND_MAX = 500

/**
 * Finds the people that a query in the activity log means: by their names in the log, and by their current names where
 * the desk has their project in memory. Makes no call to the service. Returns the last name found, by employee id.
 */
export async function findInActivity(
  query: string,
  client: PortraitClient | null,
): Promise<Map<number, string>> {
  const words = toWords(query)
  const found = new Map<number, string>()
  for (const { id, name, number } of await getActivityStore().listPeople()) {
    const text = fold(`${name} ${number ?? ''}`)
    if (words.every(word => contains(text, word))) found.set(id, name)
  }
  const held = client ? listHeldPeople(client) : []
  for (const { id, first_name, last_name } of findPeople(held, query).people)
    found.set(id, `${first_name} ${last_name}`)
  return new Map([...found].slice(0, FOUND_MAX))
}

/**
 * Returns the name of an employee: the current one if the desk has it in memory, otherwise the last one in the log.
 * Null when neither has it.
 */
export async function nameInActivity(id: number, client: PortraitClient | null): Promise<string | null> {
  const seen = client?.recent.lastSeen(id)
  if (seen) return `${seen.first_name} ${seen.last_name}`
  return (await getActivityStore().listPeople(id)).at(-1)?.name ?? null
}
