import 'server-only'

export const CANCELLED_BY_MIGRATION_POSTGRES = `
  ALTER TABLE batches ADD COLUMN cancelled_by TEXT COLLATE "C";
  ALTER TABLE delivery_runs ADD COLUMN cancelled_by TEXT COLLATE "C";
  ALTER TABLE exports ADD COLUMN cancelled_by TEXT COLLATE "C";
  ALTER TABLE imports ADD COLUMN cancelled_by TEXT COLLATE "C"
`
