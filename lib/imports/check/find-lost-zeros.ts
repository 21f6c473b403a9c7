import type { ImportValues } from '#lib/contracts/import-rows.ts'
import type { LostZeros } from './checked-row.ts'
import { cleanValues } from './clean-values.ts'
import type { NumberedValues } from './find-twice.ts'

/** Shorter numbers are a running count: 7, 8, 9, 10 has lost nothing. */
const WIDTH_MIN = 3

/**
 * Finds the lines whose number is shorter than most others, among plain digits; null when there are none. This is no
 * proof, because a company may count from 1 to 1200: the user is asked, and nothing is corrected silently. Numbers that
 * the project has in this form (`known`) have lost nothing.
 */
export function findLostZeros(
  rows: readonly NumberedValues[],
  known: { has(number: string): boolean },
): LostZeros | null {
  const numbers = rows.filter(({ values }) => /^\d+$/.test(values.mitarbeiternummer))
  const counts = new Map<number, number>()
  for (const { values } of numbers) {
    const { length } = values.mitarbeiternummer
    counts.set(length, (counts.get(length) ?? 0) + 1)
  }
  const [width, count] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])
  if (width < WIDTH_MIN || count < numbers.length / 2) return null
  const shorter = numbers.filter(
    ({ values: { mitarbeiternummer } }) => mitarbeiternummer.length < width && !known.has(mitarbeiternummer),
  )
  return shorter.length > 0 ? { width, rows: shorter.map(({ row }) => row) } : null
}

/** Pads the number of a row with the zeros it may have lost; invisible characters do not count as digits. */
export function fillZeros(values: ImportValues, width: number): string {
  return cleanValues(values, { spaces: 0, invisible: 0 }).mitarbeiternummer.padStart(width, '0')
}
