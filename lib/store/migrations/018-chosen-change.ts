import 'server-only'

/**
 * Which change of a person somebody has asked for, and not only in which row: by the time that it is sent the row may mean another
 * one. What was chosen before is not known any more, and is to be chosen again. The column `chosen` of step 16 is read no more.
 */
export const CHOSEN_CHANGE_MIGRATION = `
  ALTER TABLE import_rows ADD COLUMN chosen_change TEXT;
  UPDATE import_rows SET chosen_change = '' WHERE chosen = 1
`
