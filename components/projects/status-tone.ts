import type { Tone } from '#components/ui/tone.ts'
import type { PortraitStatus } from '#lib/portrait-api/portrait-status.ts'

/** The parts of a project's bar, the furthest first: a bar fills from its beginning. */
export const BAR_ORDER = [
  'approved',
  'edited',
  'uploaded',
  'retake',
  'other',
  'pending',
] as const satisfies PortraitStatus[]

/** The colour of each status, in bars as in lists. */
export const statusTone: Record<PortraitStatus, Tone> = {
  approved: 'positive',
  edited: 'warning',
  uploaded: 'info',
  retake: 'danger',
  other: 'neutral',
  pending: 'neutral',
}
