import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The lines in sight, and the one with the focus: it must not leave the page while the person scrolls. */
export function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((one, other) => one - other)
}
