/**
 * Sorts names and numbers the same in both languages, so that colleagues find an employee in the same place. Uses
 * German order (DIN 5007-1: ä beside a), ignores letter case, and puts `Nr. 9` before `Nr. 10`.
 */
const collator = new Intl.Collator('de', { numeric: true, sensitivity: 'accent' })

export function compareText(one: string, other: string): number {
  return collator.compare(one, other)
}
