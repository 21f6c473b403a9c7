import 'server-only'

/** Who has cancelled a job: it need not be its owner, and what is left of it may be told by another desk, or after a restart. */
export const CANCELLED_BY_MIGRATION = `
  ALTER TABLE batches ADD COLUMN cancelled_by TEXT;
  ALTER TABLE delivery_runs ADD COLUMN cancelled_by TEXT;
  ALTER TABLE exports ADD COLUMN cancelled_by TEXT;
  ALTER TABLE imports ADD COLUMN cancelled_by TEXT
`
