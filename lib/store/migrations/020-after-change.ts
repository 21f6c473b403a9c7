import 'server-only'

/**
 * The language of each employee after a batch, as the service returned it. It may differ from what was sent, for
 * example "the language of the account". Unknown for earlier batches.
 */
export const AFTER_CHANGE_MIGRATION = 'ALTER TABLE batch_people ADD COLUMN after TEXT'
