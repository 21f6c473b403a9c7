import 'server-only'
import { z } from 'zod'
import { DeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type DeskEvent, publishDeskEvent } from '#lib/ports/desk-events.ts'

const ids = z.array(z.number())
const employees = z.array(z.custom<Employee>(record => typeof record === 'object' && record !== null))

type Written = {
  /** Fingerprint of the key that made the write. */
  key: string
  /** Source of a regular expression over addresses of `ReadCache`: cached answers there are outdated. */
  touched: string
  /** The records as the service showed them to the desk that wrote. */
  people: Employee[]
  /** Ids of deleted employees. */
  gone: number[]
  /** Milliseconds from the start of the call to this event. */
  agoMs: number
}

/** A write went to the service. */
export const EMPLOYEES_WRITTEN: DeskEvent<Written> = {
  kind: 'written',
  schema: z.object({ key: z.string(), touched: z.string(), people: employees, gone: ids, agoMs: z.number() }),
  isKept: false,
}

/** Employees were deleted at the service. */
export const EMPLOYEES_PURGED: DeskEvent<{ people: number[] }> = {
  kind: 'people_purged',
  schema: z.object({ people: ids }),
  isKept: true,
}

/** Employees without approval: their photos must leave every disk. */
export const PHOTOS_WITHDRAWN: DeskEvent<{ people: number[] }> = {
  kind: 'photos_withdrawn',
  schema: z.object({ people: ids }),
  isKept: true,
}

type Result = { people?: readonly Employee[]; gone?: readonly number[] }

/**
 * Runs a write, then publishes the new records and the outdated cached answers to other desks. The caller waits for
 * that, so a user finds the change at every desk. A write that may have happened is published too.
 */
export async function publishWrite<Answer>(
  client: PortraitClient,
  touched: RegExp,
  run: () => Promise<Answer>,
  toResult: (answer: Answer) => Result,
): Promise<Answer> {
  const askedAt = performance.now()
  try {
    const answer = await run()
    await publish(client, touched, { ...toResult(answer), askedAt })
    return answer
  } catch (error) {
    if (!(error instanceof DeskError && error.neverSent)) await publish(client, touched, { askedAt })
    throw error
  }
}

async function publish(
  { keyFingerprint, recent }: PortraitClient,
  touched: RegExp,
  { people = [], gone = [], askedAt }: Result & { askedAt: number },
): Promise<void> {
  const sentAt = Math.max(askedAt, ...people.map(({ id }) => recent.sentAt(id) ?? askedAt))
  await publishDeskEvent(EMPLOYEES_WRITTEN, {
    key: keyFingerprint,
    touched: touched.source,
    people: [...people],
    gone: [...gone],
    agoMs: performance.now() - sentAt,
  })
}
