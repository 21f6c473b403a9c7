import 'server-only'

/**
 * When somebody has cancelled a job whose calls in flight come to their end first: nobody works on it again, whatever becomes of
 * the desk that waits for them.
 */
export const CANCEL_ASKED_MIGRATION = `
  ALTER TABLE batches ADD COLUMN cancel_asked_at TEXT;
  ALTER TABLE delivery_runs ADD COLUMN cancel_asked_at TEXT
`
