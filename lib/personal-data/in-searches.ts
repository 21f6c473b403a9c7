import 'server-only'
import { getRosters } from '#lib/employees/held-rosters.ts'
import { contains, FOLDINGS, type Folded, fold as foldText, toWords } from '#lib/i18n/fold.ts'
import { log } from '#lib/log.ts'
import { getDatabase } from '#lib/store/database.ts'
import { WORDS } from './find-people.ts'
import type { Found, Person } from './person.ts'

/** What may be made for "what the table shows". */
type Searched = 'exports' | 'deliveries'

/** What somebody has typed; other filters are about nobody in particular. */
type Typed = { q?: string; mitarbeiternummer?: string }
type Request = { scope: { filters?: Typed; of?: { filters?: Typed } } }

/** Somebody else whom the desk knows: every word of theirs in one text, and their numbers. */
type Other = { text: string; numbers: ReadonlySet<string> }

/**
 * Those of "what the table shows", or of what is new of that, with what somebody has typed: their name, e-mail or number, and in their
 * project also whole words of these in any order and spelling, as when only the last name was searched for.
 */
export async function listSearches(table: Searched, person: Person): Promise<Found[]> {
  const searches = await getDatabase().all(
    `SELECT id, created_at, project_id, request FROM
       (SELECT *, coalesce(request ->> '$.scope.of.filters', request ->> '$.scope.filters') AS typed FROM ${table}) AS searched
     WHERE typed ->> '$.q' <> '' OR typed ->> '$.mitarbeiternummer' <> ''`,
  )
  const words = toWords(listTexts(person).join(' '))
  return searches.filter(search => {
    const isOfProject = person.project_id !== null && Number(search.project_id) === person.project_id
    return isNamed(search, person) || (isOfProject && isOfWords(search, words))
  })
}

function listTexts({ names, emails, numbers }: Person): string[] {
  return [...names, ...emails, ...numbers].filter(Boolean)
}

/** Whether what was typed is all of their name, e-mail or number. */
function isNamed(search: Found, person: Person): boolean {
  const { q = '', mitarbeiternummer = '' } = toTyped(search)
  const typed = [q.trim(), mitarbeiternummer].map(text => text.toLowerCase())
  return listTexts(person).some(text => typed.includes(text.toLowerCase()))
}

function isOfWords(search: Found, words: readonly Folded[]): boolean {
  const typed = toWords(toTyped(search).q ?? '')
  const isOne = (word: Folded) => words.some(one => FOLDINGS.some(folding => one[folding] === word[folding]))
  return typed.length > 0 && typed.every(isOne)
}

function toTyped({ request }: Found): Typed {
  const { scope }: Request = JSON.parse(String(request))
  return scope.of?.filters ?? scope.filters ?? {}
}

/**
 * Exports that were made for a search for somebody. Each is about the person alone from then on, so that repeating it never becomes
 * a download of everybody. What somebody else is found by as well is theirs, when the person is gone (`byWords`) and where it is not all
 * of a name, an e-mail or a number.
 */
export async function forgetExportSearches(person: Person): Promise<number> {
  const searches = await listSearches('exports', person)
  const { certain = [], shared = [] } = Object.groupBy(searches, search =>
    person.byWords && isNamed(search, person) ? 'certain' : 'shared',
  )
  const theirs = [...certain, ...(await withoutOthers(shared, person))]
  for (const search of theirs) await narrow('exports', search, { person, besides: [] })
  return theirs.length
}

/**
 * The same of deliveries, which are a standing order about others as well: nobody who is there may lose their photo because
 * somebody left.
 * See docs/decisions/036-deleted-is-deleted.md.
 *
 * - A search by which somebody else is found as well stays, also for an operator who forgets a person: its words are that
 *   somebody's, it goes on to mean whoever will be found by it, and says nothing of the one who is gone.
 * - Any other becomes the ids of those whose photo lies there, who keep it, and of the person, whose photo is still to be taken away
 *   if it lies there. Who comes later with the same words is not in it, and that is told. Where nothing lies there any more it is
 *   switched off, so that nobody believes it to be at work; while something does it stays on, because a delivery that is off
 *   takes nothing away of who withdraws.
 */
export async function forgetDeliverySearches(person: Person): Promise<number> {
  const theirs = await withoutOthers(await listSearches('deliveries', person), person)
  for (const search of theirs) {
    const id = String(search.id)
    const there = await getDatabase().all(
      "SELECT employee_id AS id FROM delivery_places WHERE delivery_id = ? AND state = 'there' ORDER BY employee_id",
      id,
    )
    await narrow('deliveries', search, { person, besides: there.map(row => Number(row.id)) })
    if (there.length === 0)
      await getDatabase().run('UPDATE deliveries SET is_on = 0, next_run_at = NULL WHERE id = ?', id)
    const told = { delivery: id, people: there.length, on: there.length === 0 ? 'no' : 'as before' }
    log('warn', 'delivery_search_forgotten', told)
  }
  return theirs.length
}

async function narrow(
  table: Searched,
  { id, request: text }: Found,
  { person, besides }: { person: Person; besides: number[] },
): Promise<void> {
  const ids = new Set([person.employee_id ?? Number.MAX_SAFE_INTEGER, ...besides])
  const request: object = JSON.parse(String(text))
  const about = { ...request, scope: { kind: 'people', employee_ids: [...ids] } }
  await getDatabase().run(`UPDATE ${table} SET request = ? WHERE id = ?`, JSON.stringify(about), String(id))
}

/** Those by which nobody else is found whom the desk knows in the same project. */
async function withoutOthers(searches: Found[], person: Person): Promise<Found[]> {
  const left: Found[] = []
  for (const [projectId, ofProject] of Map.groupBy(searches, ({ project_id }) => Number(project_id))) {
    const others = await listOthers(projectId, person)
    left.push(...ofProject.filter(search => !others.some(other => isFoundBy(other, toTyped(search)))))
  }
  return left
}

/** As the table finds people (decision 015), but for names that are only similar: who is mistyped is not meant. */
function isFoundBy({ text, numbers }: Other, { q = '', mitarbeiternummer }: Typed): boolean {
  if (mitarbeiternummer && !numbers.has(mitarbeiternummer)) return false
  const folded = foldText(text)
  return toWords(q).every(word => contains(folded, word))
}

/** Everybody of a project but one whom the desk names anywhere or has in memory, and who was not deleted. */
async function listOthers(projectId: number, { employee_id }: Person): Promise<Other[]> {
  const rows = await getDatabase().all(
    `SELECT * FROM (${WORDS}) AS words
     WHERE project = ? AND id IS NOT NULL AND id NOT IN (SELECT employee_id FROM gone_people)`,
    projectId,
  )
  const named = rows.map(({ id, name, email, number }) => ({ id: Number(id), name, email, number }))
  const held = [...getRosters()]
    .filter(([key]) => key.endsWith(`/${projectId}`))
    .flatMap(([, { people }]) => [...people.values()])
    .map(({ id, first_name, last_name, email, mitarbeiternummer: number }) => ({
      ...{ id, name: `${first_name} ${last_name}`, email, number },
    }))
  const byId = Map.groupBy([...named, ...held], ({ id }) => id)
  byId.delete(employee_id ?? Number.NaN)
  return [...byId.values()].map(all => ({
    text: all.flatMap(({ name, email, number }) => [name, email, number].filter(Boolean)).join(' '),
    numbers: new Set(all.map(({ number }) => String(number))),
  }))
}
