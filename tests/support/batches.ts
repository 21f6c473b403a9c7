import type { Batch, BatchRequest } from '#lib/batches/contract.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import type { Person } from './desk.ts'
import { until } from './until.ts'

export async function startBatch(person: Person, body: BatchRequest): Promise<Batch> {
  const answer = await person.json<{ data: Batch }>('POST', '/api/batches', { body })
  if (answer.status !== 201) throw new Error(`The batch was refused: ${JSON.stringify(answer)}`)
  return answer.body.data
}

export async function readBatch(person: Person, { id }: Pick<Batch, 'id'>): Promise<Batch> {
  return (await person.json<{ data: Batch }>('GET', `/api/batches/${id}`)).body.data
}

/** Waits until a batch has come to its end. */
export function batchEnded(person: Person, batch: Pick<Batch, 'id'>): Promise<Batch> {
  return until('the batch has ended', async () => {
    const now = await readBatch(person, batch)
    return (now.state === 'done' || now.state === 'cancelled') && now
  })
}

export function batchPaused(person: Person, batch: Pick<Batch, 'id'>): Promise<Batch> {
  return until('the batch is paused', async () => {
    const now = await readBatch(person, batch)
    return now.state === 'paused' && now
  })
}

/** What goes on for somebody, and what has lately ended. */
export async function listWork(person: Person): Promise<WorkItem[]> {
  return (await person.json<{ data: WorkItem[] }>('GET', '/api/work')).body.data
}
