import { ReadError } from '#lib/imports/read/read-error.ts'
import type { ReadOverrides, Table } from '#lib/imports/read/table.ts'
import type { ImportWork } from '../work/import-work.ts'
import type { ReadOutcome, ReadTask } from './read-worker.ts'

export type ListBytes = Pick<ImportWork, 'projectId' | 'fileName' | 'bytes' | 'overrides' | 'draft'>

type Reader = (bytes: Uint8Array, how: { overrides: ReadOverrides; signal: AbortSignal }) => Promise<Table>

/**
 * Reads a list as the work of this tab. Throws as soon as it is aborted, at any stage: a list that was cancelled, or
 * replaced by another, must not become the work afterwards.
 */
export async function readList(
  list: () => Promise<ListBytes> | ListBytes,
  signal: AbortSignal,
  read: Reader = readBesidePage,
): Promise<ImportWork> {
  const found = await list()
  signal.throwIfAborted()
  const table = await read(found.bytes, { overrides: found.overrides, signal })
  signal.throwIfAborted()
  return { ...found, table, headerRow: table.guess.header_row, mapping: null, step: 'file' }
}

/** Reads a list in its own worker, which `signal` ends at once. Throws ReadError. */
async function readBesidePage(
  bytes: Uint8Array,
  { overrides, signal }: { overrides: ReadOverrides; signal: AbortSignal },
): Promise<Table> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ReadOutcome>()
  worker.addEventListener('message', ({ data }: MessageEvent<ReadOutcome>) => resolve(data))
  worker.addEventListener('error', () => reject(new ReadError('broken')))
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  try {
    worker.postMessage({ bytes, overrides } satisfies ReadTask)
    const { table, problem, format } = await promise
    if (problem) throw new ReadError(problem, format ? { format } : {})
    return table
  } finally {
    worker.terminate()
  }
}
