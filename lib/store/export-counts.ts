import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { Statements } from './engine.ts'
import { type EntryRow, type ExportRow, exportRow } from './export-rows.ts'

/** An entry whose person was not forgotten: without an approved photo nobody gets into a plan. */
export const NAMED_ENTRY = "CAST(employee ->> '$.photo.approved' AS BIGINT) = 1"

const lists = exportRow.pick({ problems: true, waiting: true, parts: true })

/** An export as somebody has read it before they make something of it. */
export type SeenExport = {
  row: Pick<ExportRow, 'id' | 'problems' | 'waiting' | 'parts'>
  entries: readonly Pick<EntryRow, 'employee'>[]
}

/**
 * Counts an export from its entries, whoever has changed them: a person waits while one of their files does, and has failed when one
 * has. The bytes are those of its photos, until its archives have a size of their own.
 */
export function countEntries(within: Statements, id: string): Promise<number> {
  // In the order of the alphabet: done, failed, waiting.
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
 * Whether nobody was taken out of it (`forgetInExports`) since, whom what was made of it may name, and no bytes of it have gone out
 * (`noteSent`), with which photos are given that what was made of it does not know as given.
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
  // Read by the same schema: what an older desk has written may say more.
  const { problems, waiting, parts } = lists.parse(now)
  const named = entries.filter(({ employee }) => employee.photo.approved).length
  return (
    isDeepStrictEqual([problems, waiting, parts], [row.problems, row.waiting, row.parts]) &&
    Number(now.entries) === entries.length &&
    Number(now.named) === named
  )
}
