import type { DeliveryItemRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'

/** Number of people refused in a row that counts as a problem of everybody, while the run has served no person yet. */
const FIRST_FEW = 5
/** The same number after the first person was served: a permission may be lost in the middle of a run. */
const MANY = 25

/**
 * Separates the problem of one person (a protected entry, a broken mailbox, a locked file) from a problem of everybody
 * (a lost permission, a replica): the destination answers both with the same code.
 */
export class Refusals {
  readonly #inRow = new Set<number>()
  #code: string | null = null
  #hasServed: boolean

  constructor({ hasServed }: { hasServed: boolean }) {
    this.#hasServed = hasServed
  }

  get hasServed(): boolean {
    return this.#hasServed
  }

  onServed(): void {
    this.#hasServed = true
    this.#inRow.clear()
  }

  /** Returns true when this refusal, with those in a row before it, concerns everybody. */
  add(employeeId: number, code: string): boolean {
    if (code !== this.#code) this.#inRow.clear()
    this.#code = code
    this.#inRow.add(employeeId)
    return this.#inRow.size >= (this.#hasServed ? MANY : FIRST_FEW)
  }
}

/**
 * Puts a few items from all over the list first, so that neighbours with problems of their own do not count as
 * everybody.
 */
export function spreadFirstFew<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, Math.floor(items.length / FIRST_FEW))
  const isFirst = (index: number) => index % step === 0 && index / step < FIRST_FEW
  return [...items.filter((_, index) => isFirst(index)), ...items.filter((_, index) => !isFirst(index))]
}

/**
 * Returns the code with which a run has failed for everybody. Null when it has served a person, or the destination
 * already holds a photo as it should. The most frequent code represents all.
 */
export function findCommonTrouble(
  items: readonly Pick<DeliveryItemRow, 'state' | 'problem'>[],
  { unchanged, takes_all_away }: Pick<DeliveryRunRow, 'unchanged' | 'takes_all_away'>,
): string | null {
  const failed = items.filter(({ state }) => state === 'failed')
  // At the end of a delivery each answer is final: photos that stay are removed by hand.
  if (takes_all_away || unchanged > 0 || items.some(({ state }) => state === 'done')) return null
  const byCode = Map.groupBy(failed, ({ problem }) => problem)
  const [most] = [...byCode].toSorted(([, one], [, other]) => other.length - one.length)
  return most?.[0] ?? null
}
