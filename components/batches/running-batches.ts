'use client'

import { createSessionValue } from '#components/ui/browser/session-value.ts'
import type { RunningBatch } from './running-batch-schema.ts'

const loadSchema = async () => (await import('./running-batch-schema.ts')).runningBatchListSchema

/** The changes to many that this tab has begun and not dismissed; a reload finds them again. */
const runningBatches = createSessionValue('batches', loadSchema, [])

export function useRunningBatches(): RunningBatch[] {
  return runningBatches.use()
}

export function addRunningBatch(added: RunningBatch): void {
  runningBatches.set(list => [...list.filter(({ id }) => id !== added.id), added])
}

export function dismissBatch(id: string): void {
  runningBatches.set(list => list.filter(running => running.id !== id))
}
