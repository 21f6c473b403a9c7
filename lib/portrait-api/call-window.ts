/**
 * The calls of one key in the service's window: a place is free one window after the answer. Times are milliseconds of
 * the ledger's clock. A place belongs to a person (their account's id), or to null: a batch.
 */
export type CallWindow = {
  /** Places that are free at this time. */
  free(at: number): number
  /** Places that this person's calls hold at this time. */
  held(person: string, at: number): number
  /** The first moment from `at` on, as far as is known, at which `isEnough` holds. */
  roomAt(person: string | null, at: number, isEnough: (room: Room) => boolean): number
  /** The moment at which the next taken place becomes free, or null while none is known. */
  nextFreeAt(at: number): number | null
  /** Takes a place for a call that starts. */
  begin(person: string | null): void
}

/** Free places, and places that the person holds. */
export type Room = { free: number; held: number }

/** The place of an answered call, and when it becomes free. */
export type TakenPlace = { person: string | null; freeAt: number }

/** Opens a window with these answered calls, and with the calls in flight by person. */
export function openCallWindow(
  { limit, windowMs }: { limit: number; windowMs: number },
  calls: { taken: TakenPlace[]; inFlight: (string | null)[] },
): CallWindow {
  const taken = calls.taken.toSorted((a, b) => a.freeAt - b.freeAt)
  const inFlight = [...calls.inFlight]

  function forgetUntil(at: number): void {
    while (taken[0] && taken[0].freeAt <= at) taken.shift()
  }

  function free(at: number): number {
    forgetUntil(at)
    return limit - inFlight.length - taken.length
  }

  function held(person: string, at: number): number {
    forgetUntil(at)
    const flights = inFlight.filter(other => other === person)
    return flights.length + taken.filter(place => place.person === person).length
  }

  return {
    free,
    held,

    roomAt(person, at, isEnough) {
      const room: Room = { free: free(at), held: person === null ? 0 : held(person, at) }
      if (isEnough(room)) return at
      for (const place of taken) {
        room.free += 1
        if (person !== null && place.person === person) room.held -= 1
        if (isEnough(room)) return place.freeAt
      }
      // A call in flight frees its place one window after its answer.
      return at + windowMs
    },

    nextFreeAt(at) {
      forgetUntil(at)
      return taken[0]?.freeAt ?? null
    },

    begin: person => void inFlight.push(person),
  }
}
