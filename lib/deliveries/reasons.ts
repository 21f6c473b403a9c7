/**
 * A file of this name that is not the desk's is at the destination. It is replaced, because a reviewer confirmed the
 * run that says so.
 */
export const REPLACES = 'replaces_file'

/** The person has a photo of their own there. It is replaced only after a review that says so. */
export const REPLACES_PHOTO = 'replaces_photo'

/**
 * Reasons for replacements, removals, items that cannot be done, and unknown states at the destination, and remarks on
 * new files. `deliveries.reasons` in the texts.
 */
const REASONS = [
  'withdrawn',
  'left',
  'out_of_scope',
  'delivery_ended',
  'new_photo',
  'other_form',
  'other_address',
  'sent_again',
  'no_address',
  'unknown_status',
  'unclear_photo',
  'unanswered',
  'other_there',
  'gone_there',
  REPLACES,
  REPLACES_PHOTO,
  'name_changed',
  'invisible_removed',
  'name_shortened',
  'duplicate_name',
  'name_unwritable',
] as const

/** Our photo was removed. The photo that it had replaced is there again, or could not be put back yet. */
export const PUT_BACK = 'put_back'
export const NOT_PUT_BACK = 'not_put_back'

/** Problems of one person that come from the service or from the photo; `deliveries.problems`. */
const PROBLEMS = [
  'changed_meanwhile',
  'list_unsteady',
  'not_approved',
  'not_available',
  'not_found',
  PUT_BACK,
  NOT_PUT_BACK,
] as const

/** Errors that end a run and do not come from its destination; `deliveries.runErrors`. */
const RUN_ERRORS = [
  'other_source',
  'ended_desk',
  'list_empty',
  'secrets_unreadable',
  'not_found',
  'unknown_size',
  'unknown_target',
] as const

const FOUND_OTHERWISE = ['gone_there', 'other_there'] as const

/** Returns the state to show: a photo is not shown as `there` after a check found another one, or none. */
export function toStanding<State extends string>({
  state,
  reason,
}: {
  state: State
  reason: string | null
}): State | (typeof FOUND_OTHERWISE)[number] {
  return (state === 'there' && FOUND_OTHERWISE.find(found => found === reason)) || state
}

export function isKnownReason(code: string | null): code is (typeof REASONS)[number] {
  return REASONS.some(known => known === code)
}

export function isKnownProblem(code: string | null): code is (typeof PROBLEMS)[number] {
  return PROBLEMS.some(known => known === code)
}

export function isRunError(code: string | null): code is (typeof RUN_ERRORS)[number] {
  return RUN_ERRORS.some(known => known === code)
}
