/**
 * The order of names and numbers, the same in both languages, so that a colleague finds a person in the same place:
 * German (DIN 5007-1: ä beside a), without regard to letter case, and `Nr. 9` before `Nr. 10`.
 */
const collator = new Intl.Collator('de', { numeric: true, sensitivity: 'accent' })

export function compareText(one: string, other: string): number {
  return collator.compare(one, other)
}
