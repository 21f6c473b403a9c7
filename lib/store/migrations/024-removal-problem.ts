import 'server-only'

/** Why the desk could not take a photo away: the code of its destination's answer. */
export const REMOVAL_PROBLEM_MIGRATION = 'ALTER TABLE delivery_places ADD COLUMN problem TEXT'
