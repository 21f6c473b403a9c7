'use client'

import { ReadError } from '#lib/imports/read/read-error.ts'
import type { ReadOverrides, Table } from '#lib/imports/read/table.ts'
import type { ReadOutcome, ReadTask } from './read-worker.ts'

/** Reads a list in a worker of its own, which `signal` ends at once. Throws ReadError. */
export async function readBesidePage(
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
    const { table, problem } = await promise
    if (problem) throw new ReadError(problem)
    return table
  } finally {
    worker.terminate()
  }
}
