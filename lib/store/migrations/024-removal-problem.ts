import 'server-only'

/** Why the desk could not remove a photo: the code of the destination's answer. */
export const REMOVAL_PROBLEM_MIGRATION = 'ALTER TABLE delivery_places ADD COLUMN problem TEXT'
