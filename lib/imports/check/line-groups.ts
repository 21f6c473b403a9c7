/** Groups lines by equal value, as sorted places in the list. */
export class LineGroups<Key> {
  readonly #places = new Map<Key, number[]>()

  of(key: Key): readonly number[] {
    return this.#places.get(key) ?? []
  }

  add(key: Key, place: number): void {
    const places = this.#places.get(key)
    if (!places) this.#places.set(key, [place])
    else places.splice(findPlace(places, place), 0, place)
  }

  remove(key: Key, place: number): void {
    const places = this.#places.get(key) ?? []
    const at = findPlace(places, place)
    if (places[at] !== place) return
    if (places.length === 1) this.#places.delete(key)
    else places.splice(at, 1)
  }
}

/** Finds the index of a place, or its insertion point, in a sorted list. */
function findPlace(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? place) < place) low = middle + 1
    else high = middle
  }
  return low
}
