import 'server-only'

/**
 * The account that cancelled a job. It need not be the owner, and another desk, or this one after a restart, may log
 * the rest.
 */
export const CANCELLED_BY_MIGRATION = `
  ALTER TABLE batches ADD COLUMN cancelled_by TEXT;
  ALTER TABLE delivery_runs ADD COLUMN cancelled_by TEXT;
  ALTER TABLE exports ADD COLUMN cancelled_by TEXT;
  ALTER TABLE imports ADD COLUMN cancelled_by TEXT
`
