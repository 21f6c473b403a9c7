import 'server-only'
import { setImmediate as immediately } from 'node:timers/promises'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { countEntries, NAMED_ENTRY } from './export-counts.ts'
import { json } from './table.ts'

/** Why a photo was removed from all archives; the code that reports show. */
type WhyOut = 'not_found' | 'not_approved'

type Forgetting = {
  why: WhyOut
  /**
   * True when nothing may remain, not even the file name that a person may need to remove it from a receiving system.
   */
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
 * Up to this many employees are searched for as text in a list before it is parsed as JSON. For more, reading each list
 * once is faster.
 */
const BY_TEXT_MAX = 10

/**
 * Removes employees from all exports: no archive contains their photo, and no row their name, email or number. Archives
 * that could be downloaded lose their reports, and are rebuilt without them at the next download. The file name stays
 * unless `entirely` is set. Exports are changed one by one, so that other writers never wait for all of them. A call
 * after an error continues. Returns the number of entries and notices removed. See
 * docs/decisions/036-deleted-is-deleted.md.
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
  // Done last, because one of these exports may hand on its files until then.
  const isTheirs = 'employee_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))'
  await database.run(`UPDATE given_before SET is_out = 1 WHERE ${isTheirs}`, JSON.stringify(employeeIds))
  return sum
}

/** Returns the exports that name any of these employees. */
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
  // An employee who exists and is only not approved is reported by name, like all employees whose photo is not ready.
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

/** Returns the record of an employee with everything personal removed except the id. */
function withoutPerson(employee: { photo: object }): object {
  const name = { first_name: '', last_name: '', email: '', mitarbeiternummer: '' }
  const rest = { locale: null, status: 'pending', invited_at: null, uploaded_at: null }
  return { ...employee, ...name, ...rest, photo: { ...employee.photo, approved: false } }
}
