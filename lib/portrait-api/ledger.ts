import { z } from 'zod'
import { LANES } from './call-line.ts'

const person = z.string().nullable()
const moment = z.number()

/** A call in flight, as far as is known. Each desk numbers its own calls. */
const flightSchema = z.object({ id: z.int(), person })
/** A waiting call, and since when it waits. */
const waitSchema = z.object({
  id: z.int(),
  lane: z.enum(LANES),
  person: z.string(),
  changes: z.boolean(),
  since: moment,
})

const deskSchema = z.object({
  /** The end of its lease: a desk that has written nothing until then has stopped. */
  until: moment,
  /** Until then other desks leave it the places that are its turn. */
  waitsUntil: moment,
  /** True while an export or import of it has calls to make. */
  hasBatch: z.boolean(),
  flights: z.array(flightSchema),
  waits: z.array(waitSchema),
})

/**
 * The calls of one key, of all desks that share it, as one document. Moments are milliseconds of the ledger's clock. A
 * later version may add optional fields, which this version keeps.
 */
const ledgerSchema = z.looseObject({
  /** The moment of the last write. */
  at: moment,
  /** The service asked for no calls before this moment. */
  pausedUntil: moment,
  /** Answered calls, and when their places become free. */
  taken: z.array(z.object({ person, freeAt: moment, calls: z.int().positive() })),
  desks: z.record(z.string(), deskSchema),
  /** The end of each person's reserve. */
  activeUntil: z.record(z.string(), moment),
  /** Waiting people in the order of their last call, oldest first; and people who had a call in this round. */
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
  /** Places that batches leave free right after a person's call. The reserve melts within `activeMs`. */
  reserve: number
  activeMs: number
  /** An interactive call that would wait longer is refused. */
  interactiveWaitMs: number
  /** Milliseconds for which a desk counts as alive after each write. */
  leaseMs: number
  /** Milliseconds for which other desks leave it the places that are its turn, after each write. */
  turnMs: number
}

/** Parses a stored ledger; null for an unused key gives an empty one. Throws ZodError for anything else. */
export function parseLedger(document: unknown, now: number): Ledger {
  if (document !== null) return ledgerSchema.parse(document)
  const turns = { order: [], served: [] }
  return { at: now, pausedUntil: 0, taken: [], desks: {}, activeUntil: {}, turns }
}

/**
 * Returns the ledger at this moment. The flights of a desk whose lease has expired count for a window from its end,
 * because they may have reached the service until then. Its waiting calls are dropped.
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

/** Moves all moments back when the ledger's clock was set back, so that each keeps its distance from now. */
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

/** Adds an answered call. Moments are rounded up to a thousandth of a window, so that the ledger stays small. */
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
