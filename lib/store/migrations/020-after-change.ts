import 'server-only'

/**
 * Which language each person has since a change to many, as the service has answered it: it need not be what was sent, as where
 * that was "the one of the account". Unknown of changes of before this step.
 */
export const AFTER_CHANGE_MIGRATION = 'ALTER TABLE batch_people ADD COLUMN after TEXT'
