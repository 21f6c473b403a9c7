import 'server-only'
import { listHeldPeople } from '#lib/employees/held-rosters.ts'
import { findPeople } from '#lib/employees/search/find-people.ts'
import { contains, fold, toWords } from '#lib/i18n/fold.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'

/** Whoever types one letter means nobody yet; an answer about more people than this helps nobody. */
const FOUND_MAX = 500

/**
 * Whom somebody means who looks for a name or a number in the activity log: as the log calls them, and as they are called
 * now where the desk has their project in memory. Asks the service nothing. By id, with the last name that was found.
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

/** What somebody is called whose id is known: now, by the desk's memory, else as the log called them last; null when nobody knows. */
export async function nameInActivity(id: number, client: PortraitClient | null): Promise<string | null> {
  const seen = client?.recent.lastSeen(id)
  if (seen) return `${seen.first_name} ${seen.last_name}`
  return (await getActivityStore().listPeople(id)).at(-1)?.name ?? null
}
