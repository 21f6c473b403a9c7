import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { countEntries, NAMED_ENTRY } from './export-counts.ts'
import { json } from './table.ts'

/** Why somebody's photo is in no archive any more; the word that reports have for it. */
export type WhyOut = 'not_found' | 'not_approved'

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

/**
 * Takes people out of all exports: no archive hands out their photo, and no row has their name, e-mail or number. Archives
 * that could be downloaded lose their reports, and are made again without them by whoever downloads them next. The name of
 * the file stays unless they are forgotten `entirely`. Resolves to how many entries and notices that concerned.
 * See docs/decisions/036-deleted-is-deleted.md.
 */
export async function forgetInExports(
  employeeIds: readonly number[],
  { why, entirely }: Forgetting,
  database: Database = getDatabase(),
): Promise<number> {
  const ids = JSON.stringify(employeeIds)
  const isGone = why === 'not_found'
  return database.transaction(async within => {
    const isThem = (list: string) =>
      `EXISTS (SELECT 1 FROM json_each(${list}) WHERE value ->> 'employee_id' IN (SELECT value FROM json_each($ids))
               AND (value ->> 'name' <> '' OR $entirely))`
    const affected = await within.all(
      `SELECT id, state, problems, waiting FROM exports
       WHERE id IN (SELECT export_id FROM export_entries
                    WHERE employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each($ids)) AND (${NAMED_ENTRY} OR $entirely))
         OR ($isGone AND (${isThem('problems')} OR ${isThem('waiting')}))`,
      { ids, entirely: Number(entirely), isGone: Number(isGone) },
    )
    const gone = new Set(employeeIds)
    let sum = 0
    for (const row of affected)
      sum += await forgetInExport(within, exportRow.parse(row), { gone, why, entirely })
    return sum
  })
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
