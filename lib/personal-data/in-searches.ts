import 'server-only'
import { getRosters } from '#lib/employees/held-rosters.ts'
import { contains, FOLDINGS, type Folded, fold as foldText, toWords } from '#lib/i18n/fold.ts'
import { log } from '#lib/log.ts'
import { getDatabase } from '#lib/store/database.ts'
import { WORDS } from './find-people.ts'
import type { Found, Person } from './person.ts'

/** Tables of jobs that may be created for "what the table shows". */
type Searched = 'exports' | 'deliveries'

/** Text that a user typed. Other filters identify no particular person. */
type Typed = { q?: string; mitarbeiternummer?: string }
type Request = { scope: { filters?: Typed; of?: { filters?: Typed } } }

/** Another known person: all names, e-mails and numbers in one text, and the numbers. */
type Other = { text: string; numbers: ReadonlySet<string> }

/**
 * Lists exports or deliveries of "what the table shows", or of what is new in it, with typed text about this person.
 * The text matches when it is a whole name, e-mail or number. In the person's project, whole words of these match too,
 * in any order and spelling, such as the last name alone.
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

/** True when the typed text is the person's whole name, e-mail or number. */
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
 * Narrows exports for a search for this person to the person's id, so that repeating one never becomes a download of
 * everybody. A search that also finds another person is left alone in two cases: the person was deleted (`byWords` is
 * false), or the text is not a whole name, e-mail or number.
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
 * Forgets searches of deliveries, which are standing orders about other people as well: no remaining employee may lose
 * a photo because another one left.
 * See docs/decisions/036-deleted-is-deleted.md.
 *
 * - A search that also finds another person stays, even when an operator forgets a person. Its words are the other
 * person's too, it continues to match future employees, and it says nothing about the deleted one.
 * - Any other search becomes a list of ids: the people whose photo is at the destination, who keep it, and the person,
 * whose photo still has to be removed if it is there. Later employees with the same words are not in it, which is
 * logged. If no photo is there any more, the delivery is switched off, so that it does not seem to work. Otherwise it
 * stays on, because a delivery that is off removes no withdrawn photos.
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

/** Keeps the searches that find no other known person of the same project. */
async function withoutOthers(searches: Found[], person: Person): Promise<Found[]> {
  const left: Found[] = []
  for (const [projectId, ofProject] of Map.groupBy(searches, ({ project_id }) => Number(project_id))) {
    const others = await listOthers(projectId, person)
    left.push(...ofProject.filter(search => !others.some(other => isFoundBy(other, toTyped(search)))))
  }
  return left
}

/**
 * Matches like the people table (decision 015), but without similar names: a misspelt name does not mean this person.
 */
function isFoundBy({ text, numbers }: Other, { q = '', mitarbeiternummer }: Typed): boolean {
  if (mitarbeiternummer && !numbers.has(mitarbeiternummer)) return false
  const folded = foldText(text)
  return toWords(q).every(word => contains(folded, word))
}

/** Lists all other people of a project who are named anywhere or held in memory, and were not deleted. */
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
