import type { Employee } from './contract.ts'

/** People remembered for one key; the one seen longest ago is forgotten first. */
const SIGHTINGS_MAX = 50_000

export type Sighting = { photo: Employee['photo']; seenAt: number }

/**
 * What the service has lately told one key about each person's photo. A stored photo is handed out only to a key that
 * has just been shown that very version, so a withdrawn approval is noticed without a call for each photo.
 */
export class Sightings {
  readonly #seen = new Map<number, Sighting>()

  see({ id, photo }: Employee): void {
    this.#seen.delete(id)
    this.#seen.set(id, { photo, seenAt: performance.now() })
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= SIGHTINGS_MAX) break
      this.#seen.delete(oldest)
    }
  }

  /** The photo as it was seen at most `maxAgeMs` ago, or null. */
  recall(employeeId: number, maxAgeMs: number): Employee['photo'] | null {
    const sighting = this.#seen.get(employeeId)
    return sighting && performance.now() - sighting.seenAt <= maxAgeMs ? sighting.photo : null
  }

  forget(employeeId: number): void {
    this.#seen.delete(employeeId)
  }
}
