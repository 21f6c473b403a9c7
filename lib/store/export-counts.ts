import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { Statements } from './engine.ts'
import { type EntryRow, type ExportRow, exportRow } from './export-rows.ts'

/** Entries whose employee was not removed: employees without an approved photo are never in a plan. */
export const NAMED_ENTRY = "CAST(employee ->> '$.photo.approved' AS BIGINT) = 1"

const lists = exportRow.pick({ problems: true, waiting: true, parts: true })

/** An export as it was read before a result is made from it. */
export type SeenExport = {
  row: Pick<ExportRow, 'id' | 'problems' | 'waiting' | 'parts'>
  entries: readonly Pick<EntryRow, 'employee'>[]
}

/**
 * Counts an export from its entries, after any change of them. An employee waits while one of their files does, and has
 * failed when one has. The bytes are those of its photos, until its archives have a size of their own.
 */
export function countEntries(within: Statements, id: string): Promise<number> {
  // The states in alphabetical order: done, failed, waiting.
  return within.run(
    `UPDATE exports SET total = CASE WHEN total IS NULL THEN NULL ELSE people END, done = d, failed = f,
       bytes = CASE WHEN state IN ('preparing', 'paused') THEN sum_of_bytes ELSE bytes END
     FROM (SELECT count(*) AS people,
                  count(*) FILTER (WHERE person = 'done') AS d,
                  count(*) FILTER (WHERE person = 'failed') AS f,
                  coalesce(sum(got), 0) AS sum_of_bytes
           FROM (SELECT max(state) AS person, sum(bytes) FILTER (WHERE state = 'done') AS got
                 FROM export_entries WHERE export_id = $id GROUP BY employee_id) AS persons) AS counted
     WHERE id = $id`,
    { id },
  )
}

/**
 * True when nothing relevant changed since the export was read. No employee was removed (`forgetInExports`) whose name
 * the result may contain. No bytes were sent (`noteSent`) that give photos which the result does not list as given.
 */
export async function isAsSeen(within: Statements, { row, entries }: SeenExport): Promise<boolean> {
  const now = await within.get(
    `SELECT problems, waiting, parts,
       (SELECT count(*) FROM export_entries WHERE export_id = $id) AS entries,
       (SELECT count(*) FROM export_entries WHERE export_id = $id AND ${NAMED_ENTRY}) AS named
     FROM exports WHERE id = $id`,
    { id: row.id },
  )
  if (!now) return false
  // Parsed with the same schema, because rows of an older desk may have further fields.
  const { problems, waiting, parts } = lists.parse(now)
  const named = entries.filter(({ employee }) => employee.photo.approved).length
  return (
    isDeepStrictEqual([problems, waiting, parts], [row.problems, row.waiting, row.parts]) &&
    Number(now.entries) === entries.length &&
    Number(now.named) === named
  )
}
