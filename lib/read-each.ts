import { z } from 'zod'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

/**
 * Reads each row of a list. Logs and leaves out a row that cannot be read, so that one damaged row never breaks the
 * whole list.
 */
export function readEach<Row, Result>(
  list: string,
  rows: readonly Row[],
  read: (row: Row) => Result,
): Result[] {
  return rows.flatMap(row => {
    try {
      return [read(row)]
    } catch (error) {
      if (!isOfRow(error)) throw error
      logUnreadable(list, row, error)
      return []
    }
  })
}

/** Reads rows that need further data, all at once. */
export async function readEachAsync<Row, Result>(
  list: string,
  rows: readonly Row[],
  read: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results = await Promise.allSettled(rows.map(async row => read(row)))
  return results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [result.value]
    if (!isOfRow(result.reason)) throw result.reason
    logUnreadable(list, rows[index], result.reason)
    return []
  })
}

/**
 * True for an error in the content of a row. Others, such as a database that does not answer, concern the whole list.
 */
function isOfRow(error: unknown): boolean {
  return error instanceof z.core.$ZodError || error instanceof SyntaxError || error instanceof TypeError
}

function logUnreadable(list: string, row: unknown, error: unknown): void {
  const id = typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : null
  log('error', 'row_unreadable', { list, id, ...describeError(error) })
}
