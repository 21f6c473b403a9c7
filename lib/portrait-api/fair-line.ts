/** The person of a call, and whether it changes something at the service. */
export type Caller = { person: string; changes: boolean }

type Calls<Waiter> = { changes: Waiter[]; reads: Waiter[] }

/**
 * The calls that people wait for: one queue per person, served in rounds. In a round each waiting person gets one call,
 * changes before reads. So a call waits for one call of each other person, however many calls they have in the line. A
 * read waits for two if the other person also changes something.
 */
export class FairLine<Waiter> {
  /** Waiting people in the order of their last call, oldest first. */
  readonly #people = new Map<string, Calls<Waiter>>()
  readonly #served: Set<string>

  /** `served`: people who had a call in the current round. */
  constructor(served: Iterable<string> = []) {
    this.#served = new Set(served)
  }

  /** People who had a call in the current round. */
  get served(): string[] {
    return [...this.#served]
  }

  /** Waiting people in the order of their last call, oldest first. */
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

  /** Removes a call that still waits; does nothing when it is not in the line. */
  remove({ person, changes }: Caller, waiter: Waiter): void {
    const queue = this.#people.get(person)?.[changes ? 'changes' : 'reads'] ?? []
    const place = queue.indexOf(waiter)
    if (place >= 0) queue.splice(place, 1)
    this.#forgetIfDone(person)
  }

  /** Takes the next call of the people who may start one now, or null. */
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

  /** Counts the calls before a new call: the person's own, and one of each rival in each round until then. */
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
