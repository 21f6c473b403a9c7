import { type Rules, USUAL_RULES } from '../state/rules.ts'
import type { Variation } from './variation.ts'
import { VARIATION_NAMES, VARIATIONS, type VariationName } from './variations.ts'

export type VariationList = {
  /** In the order of the table. */
  names(): VariationName[]
  /** Switches exactly these on; one-time changes may happen again. */
  set(names: readonly VariationName[]): void
  /** Restores the variations of the start. */
  reset(): void
  active(): Variation[]
  rules(): Rules
  /** The active one-time changes (`meanwhile`) that have not happened yet. */
  toCome(): { variation: Variation; done(): void }[]
}

/** The active variations of one sandbox, for all of its customers. */
export function createVariationList(start: readonly VariationName[]): VariationList {
  let names: VariationName[] = []
  let happened = new Set<Variation>()
  const list: VariationList = {
    names: () => [...names],
    set(wanted) {
      names = VARIATION_NAMES.filter(name => wanted.includes(name))
      happened = new Set()
    },
    reset: () => list.set(start),
    active: () => names.map((name): Variation => VARIATIONS[name]),
    rules: () => Object.assign({}, USUAL_RULES, ...list.active().map(({ rules }) => rules ?? {})),
    toCome: () =>
      list
        .active()
        .filter(variation => variation.meanwhile && !happened.has(variation))
        .map(variation => ({ variation, done: () => void happened.add(variation) })),
  }
  list.reset()
  return list
}
