import type { Tone } from '#components/ui/tone.ts'
import type { Standing } from '#lib/employees/standing.ts'

/** The parts of a project's bar, the furthest first: a bar fills from its beginning. */
export const BAR_ORDER = [
  'approved',
  'edited',
  'uploaded',
  'retake',
  'other',
  'pending',
] as const satisfies Standing[]

/** The colour of each standing, in bars as in lists. */
export const standingTone: Record<Standing, Tone> = {
  approved: 'positive',
  edited: 'warning',
  uploaded: 'info',
  retake: 'danger',
  other: 'neutral',
  pending: 'neutral',
}
