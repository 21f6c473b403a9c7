import 'server-only'

export const CHOSEN_CHANGE_MIGRATION_POSTGRES = `
  ALTER TABLE import_rows ADD COLUMN chosen_change TEXT COLLATE "C";
  UPDATE import_rows SET chosen_change = '' WHERE chosen = 1
`
