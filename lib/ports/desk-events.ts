import 'server-only'
import type { z } from 'zod'
import { singleton } from '#lib/singleton.ts'
import { createPort } from './port.ts'

/** A kind of event that other desks must know. Each room declares its own. */
export type DeskEvent<Payload extends object> = {
  /** Names the kind among all desks, also those of another version. */
  readonly kind: string
  readonly schema: z.ZodType<Payload>
  /** Kept for desks that are down. */
  readonly isKept: boolean
}

/** Brings events to the other desks. */
type DeskEvents = {
  /** Resolves when the event is stored, or after a moment. Never rejects. */
  publish(event: object, options: { isKept: boolean }): Promise<void>
}

/** `agoMs`: milliseconds since the event was published. */
type Handler<Payload> = (payload: Payload, published: { agoMs: number }) => unknown
type Subscription = Pick<DeskEvent<object>, 'schema'> & { handle: Handler<object> }

export const deskEvents = createPort<DeskEvents>('desk-events', { publish: async () => {} })

/**
 * Publishes an event to all other desks. Resolves when it is stored, or after a moment: no answer waits longer for it.
 * An unsent event is retried until the database is back; an event that is never received is corrected when caches
 * expire.
 */
export function publishDeskEvent<Payload extends object>(
  { kind, isKept }: DeskEvent<Payload>,
  payload: Payload,
): Promise<void> {
  return deskEvents.get().publish({ kind, ...payload }, { isKept })
}

/** Calls `handle` for each event of this kind that another desk publishes. */
export function onDeskEvent<Payload extends object>(
  { kind, schema }: DeskEvent<Payload>,
  handle: Handler<Payload>,
): void {
  const { byKind } = getSubscriptions()
  // The schema of the same kind has parsed what the handler receives.
  const subscription = { schema, handle: handle as Handler<object> }
  byKind.set(kind, [...(byKind.get(kind) ?? []), subscription])
}

/** Calls `forget` when this desk has missed events for good: everything it caches may be outdated. */
export function onMissedDeskEvents(forget: () => unknown): void {
  getSubscriptions().onMissed.push(forget)
}

/** All subscriptions of this process, for whatever delivers the events. */
export function getSubscriptions() {
  return singleton('desk-event-subscriptions', () => ({
    byKind: new Map<string, Subscription[]>(),
    onMissed: [] as (() => unknown)[],
  }))
}
