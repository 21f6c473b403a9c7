/**
 * Where the calls of one key are counted: one window after the service has answered a call, its place is free again.
 * In the memory of this process, and in a record that the next one begins with. Times are milliseconds of one monotonic clock. A place is held by a person (their account's id), or by nobody (null):
 * a batch.
 */
export type CallWindow = {
  /** Places that are free at this time. */
  free(at: number): number
  /** Places that this person's calls hold at this time. */
  held(person: string, at: number): number
  /** The first moment from `at` on, as far as is known, at which so many places are free and the person holds so many. */
  roomAt(person: string | null, at: number, isEnough: (room: Room) => boolean): number
  /** When the next taken place becomes free, or null while none is known to. */
  nextFreeAt(at: number): number | null
  begin(person: string | null): Place
  /** `answered`: the service has certainly counted the call by now; otherwise the call was never made. */
  end(place: Place, at: number, outcome: 'answered' | 'never made'): void
}

/** Of a call on its way. */
export type Place = { person: string | null; recorded: number | null }

export type Room = { free: number; held: number }

/** What outlives this process of the calls of one key. */
export type CallRecord = {
  /** For each call of the desk before that the service may still count: how long it will, in milliseconds. */
  earlier: number[]
  /** Writes one down before it sets off; null when that is not possible. */
  begin(): number | null
  end(id: number | null, outcome: 'answered' | 'never made'): void
}

/** A place whose call was answered, and when it becomes free. */
export type TakenPlace = { person: string | null; freeAt: number }

/** The window of one desk: it begins with what is on `record` from the desk before. */
export function createCallWindow(
  { limit, windowMs }: { limit: number; windowMs: number },
  record?: CallRecord,
): CallWindow {
  const openedAt = performance.now()
  const taken = (record?.earlier ?? []).map(leftMs => ({ person: null, freeAt: openedAt + leftMs }))
  return openCallWindow({ limit, windowMs }, { taken, inFlight: [], ...(record && { record }) })
}

/** A window of which so much is taken already. */
export function openCallWindow(
  { limit, windowMs }: { limit: number; windowMs: number },
  known: { taken: TakenPlace[]; inFlight: Place[]; record?: CallRecord },
): CallWindow {
  const { record } = known
  /** Ascending times at which taken places become free. */
  const taken = known.taken.toSorted((a, b) => a.freeAt - b.freeAt)
  const inFlight = [...known.inFlight]

  function forgetUntil(at: number): void {
    while (taken[0] && taken[0].freeAt <= at) taken.shift()
  }

  function free(at: number): number {
    forgetUntil(at)
    return limit - inFlight.length - taken.length
  }

  function held(person: string, at: number): number {
    forgetUntil(at)
    return [...inFlight, ...taken].filter(place => place.person === person).length
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

    begin(person) {
      const place = { person, recorded: record?.begin() ?? null }
      inFlight.push(place)
      return place
    },

    end(place, at, outcome) {
      inFlight.splice(inFlight.indexOf(place), 1)
      record?.end(place.recorded, outcome)
      if (outcome === 'answered') taken.push({ person: place.person, freeAt: at + windowMs })
    },
  }
}
