import { z } from 'zod'
import { LANES } from './call-line.ts'

const person = z.string().nullable()
const moment = z.number()

/** A call that has its place and is not answered yet, as far as is known. Numbers are the desk's own. */
const flightSchema = z.object({ id: z.int(), person })
/** A call that waits for its place, and since when. */
const waitSchema = z.object({
  id: z.int(),
  lane: z.enum(LANES),
  person: z.string(),
  changes: z.boolean(),
  since: moment,
})

const deskSchema = z.object({
  /** Its lease: what is heard of it no more until then is gone. */
  until: moment,
  /** Until when others leave it the places that are its turn. */
  waitsUntil: moment,
  /** Whether an export or import of it has calls to make. */
  hasBatch: z.boolean(),
  flights: z.array(flightSchema),
  waits: z.array(waitSchema),
})

/**
 * What all desks that share a key know of its calls: one document. Moments are milliseconds of the database server's clock.
 * A field that a later version adds is optional, and kept by whoever does not know it.
 */
const ledgerSchema = z.looseObject({
  /** When it was written. */
  at: moment,
  /** The service has asked for no call before this moment. */
  pausedUntil: moment,
  /** Calls that were answered, and when their places become free. */
  taken: z.array(z.object({ person, freeAt: moment, calls: z.int().positive() })),
  desks: z.record(z.string(), deskSchema),
  /** Until when people who have called lately keep places from batches. */
  activeUntil: z.record(z.string(), moment),
  /** People in the order of their last call, the longest ago first; and who had one in this round. */
  turns: z.object({ order: z.array(z.string()), served: z.array(z.string()) }),
})

export type Ledger = z.infer<typeof ledgerSchema>
export type LedgerDesk = z.infer<typeof deskSchema>
export type Flight = z.infer<typeof flightSchema>
export type Wait = z.infer<typeof waitSchema>

export type LedgerOptions = {
  /** Calls that may begin in any window (specification section 8: 120). */
  limit: number
  windowMs: number
  /** Calls that batches leave free right after a person's call; melted away `activeMs` later. */
  reserve: number
  activeMs: number
  /** An interactive call that would wait longer is refused. */
  interactiveWaitMs: number
  /** For so long a desk counts as alive after it was heard of. */
  leaseMs: number
  /** For so long others leave it the places that are its turn. */
  turnMs: number
}

/** What was read, null for a key that nobody has used yet. Throws ZodError for what is no ledger. */
export function parseLedger(document: unknown, now: number): Ledger {
  if (document !== null) return ledgerSchema.parse(document)
  const turns = { order: [], served: [] }
  return { at: now, pausedUntil: 0, taken: [], desks: {}, activeUntil: {}, turns }
}

/**
 * The ledger as it is at this moment. A desk whose lease is over is gone: what it had on its way counts for a whole window
 * from then on, for until then it may have reached the service; what it waited for is forgotten.
 */
export function bringUpTo(found: Ledger, now: number, { windowMs }: LedgerOptions): Ledger {
  const ledger = turnBack(found, now)
  const desks = Object.entries(ledger.desks)
  const lost = desks.flatMap(([, { until, flights }]) =>
    until > now ? [] : flights.map(({ person }) => ({ person, freeAt: until + windowMs, calls: 1 })),
  )
  return {
    ...ledger,
    at: now,
    taken: [...ledger.taken, ...lost].filter(({ freeAt }) => freeAt > now),
    desks: Object.fromEntries(desks.filter(([, { until }]) => until > now)),
  }
}

/** The server's clock was set back: what was to last for so long lasts for so long from now on, rather than from then. */
function turnBack(ledger: Ledger, now: number): Ledger {
  const ms = ledger.at - now
  if (ms <= 0) return ledger
  const desks = Object.entries(ledger.desks).map(([id, { until, waitsUntil, waits, ...desk }]) => {
    const earlier = waits.map(wait => ({ ...wait, since: wait.since - ms }))
    return [id, { ...desk, until: until - ms, waitsUntil: waitsUntil - ms, waits: earlier }] as const
  })
  return {
    ...ledger,
    at: now,
    pausedUntil: ledger.pausedUntil - ms,
    taken: ledger.taken.map(place => ({ ...place, freeAt: place.freeAt - ms })),
    desks: Object.fromEntries(desks),
    activeUntil: Object.fromEntries(
      Object.entries(ledger.activeUntil).map(([person, until]) => [person, until - ms]),
    ),
  }
}

/** A place of a person's answered call. Moments are rounded up to a thousandth of a window, so that few are told apart. */
export function addTaken(
  taken: Ledger['taken'],
  call: { person: string | null; freeAt: number },
  { windowMs }: LedgerOptions,
): Ledger['taken'] {
  const step = Math.max(1, Math.floor(windowMs / 1000))
  const freeAt = Math.ceil(call.freeAt / step) * step
  const same = taken.find(place => place.person === call.person && place.freeAt === freeAt)
  if (!same) return [...taken, { person: call.person, freeAt, calls: 1 }]
  return taken.map(place => (place === same ? { ...same, calls: same.calls + 1 } : place))
}
