import 'server-only'

/**
 * The chosen change itself, and not only its row: before it is sent, the row may change its meaning. Earlier choices
 * are lost and must be made again. The column `chosen` of step 16 is no longer read.
 */
export const CHOSEN_CHANGE_MIGRATION = `
  ALTER TABLE import_rows ADD COLUMN chosen_change TEXT;
  UPDATE import_rows SET chosen_change = '' WHERE chosen = 1
`
