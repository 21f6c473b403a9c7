/** Whose call it is, and whether it changes something at the service. */
export type Caller = { person: string; changes: boolean }

type Calls<Waiter> = { changes: Waiter[]; reads: Waiter[] }

/**
 * The calls that people wait for: one queue a person, in rounds. In a round everybody who waits gets one call, first
 * those who change something; of one's own calls the changes come first, then the one that was there first. So what one
 * wants next waits for one call of each other person (a read for two, when they change something), however many calls
 * they have in the line.
 */
export class FairLine<Waiter> {
  /** Only people who wait, the one whose last call was longest ago first. */
  readonly #people = new Map<string, Calls<Waiter>>()
  readonly #served: Set<string>

  /** `served`: who had a call in the round that is under way. */
  constructor(served: Iterable<string> = []) {
    this.#served = new Set(served)
  }

  /** Who had a call in the round that is under way. */
  get served(): string[] {
    return [...this.#served]
  }

  /** Who waits, the one whose last call was longest ago first. */
  get order(): string[] {
    return [...this.#people.keys()]
  }

  get length(): number {
    let length = 0
    for (const { changes, reads } of this.#people.values()) length += changes.length + reads.length
    return length
  }

  add({ person, changes }: Caller, waiter: Waiter): void {
    const calls = this.#people.get(person) ?? { changes: [], reads: [] }
    calls[changes ? 'changes' : 'reads'].push(waiter)
    this.#people.set(person, calls)
  }

  /** Takes a call out whose turn has not come; nothing happens when it is not in the line. */
  remove({ person, changes }: Caller, waiter: Waiter): void {
    const queue = this.#people.get(person)?.[changes ? 'changes' : 'reads'] ?? []
    const place = queue.indexOf(waiter)
    if (place >= 0) queue.splice(place, 1)
    this.#forgetIfDone(person)
  }

  /** The next call of those who may have one now, or null. */
  take(mayBegin: (person: string) => boolean): { person: string; waiter: Waiter } | null {
    const able = [...this.#people].filter(([person]) => mayBegin(person))
    const left = able.filter(([person]) => !this.#served.has(person))
    if (left.length === 0) this.#served.clear()
    const round = left.length > 0 ? left : able
    const [person, calls] = round.find(([, { changes }]) => changes.length > 0) ?? round[0] ?? []
    if (person === undefined || !calls) return null
    const waiter = calls.changes.shift() ?? calls.reads.shift()
    if (waiter === undefined) return null
    this.#served.add(person)
    this.#people.delete(person)
    this.#people.set(person, calls)
    this.#forgetIfDone(person)
    return { person, waiter }
  }

  /** Empties the line. */
  takeAll(): Waiter[] {
    const all = [...this.#people.values()].flatMap(({ changes, reads }) => [...changes, ...reads])
    this.#people.clear()
    return all
  }

  /** How many calls a new call would find before it: one's own, and of each rival one for each round until then. */
  before({ person, changes }: Caller, isRival: (other: string) => boolean): { own: number; others: number } {
    const calls = this.#people.get(person)
    const own = (calls?.changes.length ?? 0) + (changes ? 0 : (calls?.reads.length ?? 0))
    let others = 0
    for (const [other, { changes, reads }] of this.#people)
      if (other !== person && isRival(other)) others += Math.min(changes.length + reads.length, own + 1)
    return { own, others }
  }

  #forgetIfDone(person: string): void {
    const calls = this.#people.get(person)
    if (calls?.changes.length === 0 && calls.reads.length === 0) this.#people.delete(person)
  }
}
