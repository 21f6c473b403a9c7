/** Task for the worker that reads lists, so that a large list never blocks the page. */
import { type OtherFormat, ReadError, type ReadProblem } from '#lib/imports/read/read-error.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import type { ReadOverrides, Table } from '#lib/imports/read/table.ts'

export type ReadTask = { bytes: Uint8Array; overrides: ReadOverrides }
export type ReadOutcome =
  | { table: Table; problem?: never; format?: never }
  | { table?: never; problem: ReadProblem; format?: OtherFormat | null }

self.addEventListener('message', async ({ data }: MessageEvent<ReadTask>) => {
  self.postMessage(await read(data))
})

async function read({ bytes, overrides }: ReadTask): Promise<ReadOutcome> {
  try {
    return { table: await readTable(bytes, overrides) }
  } catch (thrown) {
    if (!(thrown instanceof ReadError)) return { problem: 'broken' }
    return { problem: thrown.problem, format: thrown.format }
  }
}
