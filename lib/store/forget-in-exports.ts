import 'server-only'
import { setImmediate as immediately } from 'node:timers/promises'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { countEntries, NAMED_ENTRY } from './export-counts.ts'
import { json } from './table.ts'

/** Why somebody's photo is in no archive any more; the word that reports have for it. */
type WhyOut = 'not_found' | 'not_approved'

type Forgetting = {
  why: WhyOut
  /** Nothing stays, not even the name of the file that somebody may have to remove from a receiving system. */
  entirely: boolean
}

const problems = json(z.array(z.looseObject({ employee_id: z.number(), name: z.string() })))
const exportRow = z.object({ id: z.string(), state: z.string(), problems, waiting: problems })
const entryRow = z.object({
  position: z.number(),
  employee_id: z.number(),
  employee: json(
    z.looseObject({
      first_name: z.string(),
      last_name: z.string(),
      mitarbeiternummer: z.string(),
      photo: z.looseObject({}),
    }),
  ),
})

/** So many people are looked for by their text in a list before it is read as JSON; more are found faster by reading each list once. */
const BY_TEXT_MAX = 10

/**
 * Takes people out of all exports: no archive hands out their photo, and no row has their name, e-mail or number. Archives
 * that could be downloaded lose their reports, and are made again without them by whoever downloads them next. The name of
 * the file stays unless they are forgotten `entirely`. One export after the other, so that nobody waits for all of them; called
 * again after an error it goes on. Resolves to how many entries and notices that concerned.
 * See docs/decisions/036-deleted-is-deleted.md.
 */
export async function forgetInExports(
  employeeIds: readonly number[],
  forgetting: Forgetting,
  database: Database = getDatabase(),
): Promise<number> {
  const gone = new Set(employeeIds)
  let sum = 0
  for (const id of await findExports(employeeIds, forgetting, database)) {
    sum += await database.transaction(async within => {
      const found = await within.get('SELECT id, state, problems, waiting FROM exports WHERE id = ?', id)
      return found ? forgetInExport(within, exportRow.parse(found), { gone, ...forgetting }) : 0
    })
    await immediately()
  }
  // Last: until then one of these exports may hand on what it gave.
  const isTheirs = 'employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))'
  await database.run(`UPDATE given_before SET is_out = 1 WHERE ${isTheirs}`, JSON.stringify(employeeIds))
  return sum
}

/** Those that name any of them. */
async function findExports(
  employeeIds: readonly number[],
  { why, entirely }: Forgetting,
  database: Database,
): Promise<string[]> {
  const texts = employeeIds.length <= BY_TEXT_MAX ? employeeIds : []
  const mayNameThem = (list: string) => texts.map((_, n) => `${list} LIKE $text${n}`).join(' OR ') || 'TRUE'
  const isThem = (list: string) =>
    `(${mayNameThem(list)}) AND EXISTS (SELECT 1 FROM json_each(${list})
       WHERE value ->> 'employee_id' IN (SELECT value FROM json_each($ids)) AND (value ->> 'name' <> '' OR $entirely))`
  const rows = await database.all(
    `SELECT id FROM exports
     WHERE id IN (SELECT export_id FROM export_entries
                  WHERE employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each($ids)) AND (${NAMED_ENTRY} OR $entirely))
       OR ($isGone AND ((${isThem('problems')}) OR (${isThem('waiting')})))`,
    {
      ids: JSON.stringify(employeeIds),
      entirely: Number(entirely),
      isGone: Number(why === 'not_found'),
      ...Object.fromEntries(texts.map((id, n) => [`text${n}`, `%"employee_id":${id}%`])),
    },
  )
  return rows.map(({ id }) => String(id))
}

async function forgetInExport(
  within: Statements,
  row: z.output<typeof exportRow>,
  { gone, why, entirely }: Forgetting & { gone: ReadonlySet<number> },
): Promise<number> {
  const found = await within.all(
    `SELECT position, employee_id, employee FROM export_entries
     WHERE export_id = ? AND employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND (${NAMED_ENTRY} OR ?)`,
    ...[row.id, JSON.stringify([...gone]), Number(entirely)],
  )
  const entries = found.map(entry => entryRow.parse(entry))
  if (entirely)
    await within.each(
      'DELETE FROM export_entries WHERE export_id = ? AND position = ?',
      entries.map(({ position }) => [row.id, position]),
    )
  else
    await within.each(
      "UPDATE export_entries SET employee = ?, state = 'failed', problem = ? WHERE export_id = ? AND position = ?",
      entries.map(({ position, employee }) => [
        JSON.stringify(withoutPerson(employee)),
        why,
        row.id,
        position,
      ]),
    )
  const isGone = why === 'not_found'
  const out = new Map(entries.map(({ employee_id, employee }) => [employee_id, employee]))
  const others = (list: typeof row.problems) =>
    list.filter(({ employee_id }) => !(isGone ? gone : out).has(employee_id))
  // Who is still there, and only not approved, is told by name, as are all whose photo is not ready.
  const told = [...out].map(([employee_id, { first_name, last_name, mitarbeiternummer }]) => ({
    employee_id,
    mitarbeiternummer: isGone ? '' : mitarbeiternummer,
    name: isGone ? '' : `${last_name}, ${first_name}`,
    code: why,
    file_name: null,
  }))
  const waiting = isGone ? others(row.waiting) : row.waiting
  const left = others(row.problems)
  await within.run(
    'UPDATE exports SET problems = ?, waiting = ? WHERE id = ?',
    ...[JSON.stringify([...left, ...(entirely ? [] : told)]), JSON.stringify(waiting), row.id],
  )
  await countEntries(within, row.id)
  if (row.state === 'ready') await within.run('DELETE FROM export_texts WHERE export_id = ?', row.id)
  return entries.length + row.problems.length - left.length + row.waiting.length - waiting.length
}

/** The record of somebody who is only an id. */
function withoutPerson(employee: { photo: object }): object {
  const name = { first_name: '', last_name: '', email: '', mitarbeiternummer: '' }
  const rest = { locale: null, status: 'pending', invited_at: null, uploaded_at: null }
  return { ...employee, ...name, ...rest, photo: { ...employee.photo, approved: false } }
}
