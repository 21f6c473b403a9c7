import 'server-only'

export const CANCEL_ASKED_MIGRATION_POSTGRES = `
  ALTER TABLE batches ADD COLUMN cancel_asked_at TEXT COLLATE "C";
  ALTER TABLE delivery_runs ADD COLUMN cancel_asked_at TEXT COLLATE "C"
`
