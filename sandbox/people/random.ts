export type Random = {
  /** A number of at least 0 and less than 1. */
  next(): number
  /** An integer of at least 0 and less than `count`. */
  below(count: number): number
  pick<const Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32: small, and always the same sequence for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    },
    below: count => Math.floor(random.next() * count),
    pick: items => items[random.below(items.length)] ?? items[0],
  }
  return random
}
