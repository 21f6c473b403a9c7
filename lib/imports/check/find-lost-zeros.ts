import type { ImportValues } from '#lib/contracts/import-rows.ts'
import type { LostZeros } from './checked-row.ts'
import { cleanValues } from './clean-values.ts'
import type { NumberedValues } from './find-twice.ts'

/** Shorter numbers than that are counted, not assigned: 7, 8, 9, 10 has lost nothing. */
const WIDTH_MIN = 3

/**
 * The lines whose number is shorter than most others, when all of these are plain digits; null when there are none.
 * No proof, as a company may count 1 to 1200, and therefore a question to the person and never a correction. Numbers that
 * the project has as they are (`known`) have lost nothing.
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

/** The number of a row with the zeros that it may have lost; what nobody sees in its cell is no digit. */
export function fillZeros(values: ImportValues, width: number): string {
  return cleanValues(values, { spaces: 0, invisible: 0 }).mitarbeiternummer.padStart(width, '0')
}
