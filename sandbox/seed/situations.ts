import type { Random } from '../people/random.ts'
import { NO_PROGRESS, type Progress } from '../state/records.ts'
import { toServiceTime } from '../state/to-service-time.ts'

/** The progress of an employee: every combination that the fields of the specification allow. */
export const SITUATIONS = [
  'notInvited',
  'invited',
  'uploaded',
  'editedNothingFinished',
  'editedNotApproved',
  'editedStandardOnly',
  'approved',
  'approvedStandardOnly',
  'retakeBeforeEdit',
  'retakeAfterEdit',
  'uploadedAgain',
  'approvedAgain',
] as const
export type Situation = (typeof SITUATIONS)[number]

/** The mixed project uses this list by weight; the sum is 24, so ten rounds make 240. */
export const MIXED_SITUATIONS: readonly Situation[] = [
  ...repeat<Situation>('approved', 8),
  ...repeat<Situation>('invited', 3),
  ...repeat<Situation>('notInvited', 2),
  ...repeat<Situation>('uploaded', 2),
  ...SITUATIONS.filter(situation => !['approved', 'invited', 'notInvited', 'uploaded'].includes(situation)),
  'editedNotApproved',
]

const DAY_MS = 24 * 60 * 60 * 1000

/** Times follow one another from the project's start, some days apart and in office hours. */
export function toProgress(situation: Situation, random: Random, start: string): Progress {
  let clock = Date.parse(`${start}T08:00:00+02:00`)
  const later = (daysMax: number) => {
    clock += random.below(daysMax) * DAY_MS + 60_000 + random.below(9 * 60 * 60) * 1000
    const time = toServiceTime(clock)
    clock -= clock % DAY_MS
    clock += DAY_MS + 6 * 60 * 60 * 1000
    return time
  }
  if (situation === 'notInvited') return NO_PROGRESS
  const invited: Progress = { ...NO_PROGRESS, invited_at: later(3) }
  if (situation === 'invited') return invited
  const uploaded: Progress = { ...invited, status: 'uploaded', uploaded_at: later(9) }
  if (situation === 'uploaded') return uploaded
  if (situation === 'retakeBeforeEdit') return { ...uploaded, status: 'retake' }
  const unfinished: Progress = { ...uploaded, status: 'edited', edited_at: later(6), edits: 1 }
  if (situation === 'editedNothingFinished') return unfinished
  const standardOnly: Progress = { ...unfinished, standard_finished: true }
  if (situation === 'editedStandardOnly') return standardOnly
  if (situation === 'approvedStandardOnly') return { ...standardOnly, approved: true }
  const edited: Progress = { ...standardOnly, transparent_finished: true }
  if (situation === 'editedNotApproved') return edited
  if (situation === 'retakeAfterEdit') return { ...edited, status: 'retake' }
  if (situation === 'approved') return { ...edited, approved: true }
  const uploadedAgain: Progress = { ...edited, status: 'uploaded', uploaded_at: later(5) }
  if (situation === 'uploadedAgain') return uploadedAgain
  return { ...edited, uploaded_at: uploadedAgain.uploaded_at, edited_at: later(5), edits: 2, approved: true }
}

function repeat<Item>(item: Item, times: number): Item[] {
  return Array.from({ length: times }, () => item)
}
