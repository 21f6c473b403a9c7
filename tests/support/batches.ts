import type { Batch, BatchRequest } from '#lib/batches/contract.ts'
import type { BatchRow } from '#lib/store/batch-rows.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import { createSeed } from '#sandbox/seed/create-seed.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { CANARY_KEY, type Person } from './desk.ts'
import { until } from './until.ts'

export async function startBatch(person: Person, body: BatchRequest): Promise<Batch> {
  const answer = await person.json<{ data: Batch }>('POST', '/api/batches', { body })
  if (answer.status !== 201) throw new Error(`The batch was refused: ${JSON.stringify(answer)}`)
  return answer.body.data
}

export async function readBatch(person: Person, { id }: Pick<Batch, 'id'>): Promise<Batch> {
  return (await person.json<{ data: Batch }>('GET', `/api/batches/${id}`)).body.data
}

/** Waits until a batch has ended. */
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

/** The running and recently ended jobs of a person. */
export async function listWork(person: Person): Promise<WorkItem[]> {
  return (await person.json<{ data: WorkItem[] }>('GET', '/api/work')).body.data
}

/**
 * A half-done deletion of two people by a stopped desk, under the key of the first customer. The outcome of one person
 * is unknown; the other one was not begun.
 */
export async function leaveBatch(
  owner: Pick<Person, 'id'>,
  changes: Partial<BatchRow> = {},
): Promise<BatchRow> {
  const [{ getBatchStore }, { connectWithKey }] = await Promise.all([
    import('#lib/store/batch-store.ts'),
    import('#lib/portrait-api/connect.ts'),
  ])
  const people = createSeed('x').employees.filter(({ project_id }) => project_id === MIXED_PROJECT.id)
  const row: BatchRow = {
    ...{ id: crypto.randomUUID(), owner_id: owner.id, owner_email: 'owner@example.com' },
    ...{ project_id: MIXED_PROJECT.id, key_fingerprint: connectWithKey(CANARY_KEY).keyFingerprint },
    ...{
      action: 'delete',
      locale: null,
      undoes: null,
      state: 'running',
      pause_reason: null,
      cancel_asked_at: null,
      cancelled_by: null,
    },
    ...{ created_at: new Date().toISOString(), ended_at: null, ...changes },
  }
  await getBatchStore().create(
    row,
    people.slice(0, 2).map(({ id: employee_id }, position) => ({
      ...{ position, employee_id, name: '', mitarbeiternummer: '', error: null, before: null, after: null },
      state: position === 0 ? ('sent' as const) : ('waiting' as const),
    })),
    { running: 3, kept: 50 },
  )
  return row
}
