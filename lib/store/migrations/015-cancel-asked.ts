import 'server-only'

/**
 * The time at which a job was cancelled whose calls in flight end first. No desk works on it again, even if the desk
 * that waits for the calls crashes.
 */
export const CANCEL_ASKED_MIGRATION = `
  ALTER TABLE batches ADD COLUMN cancel_asked_at TEXT;
  ALTER TABLE delivery_runs ADD COLUMN cancel_asked_at TEXT
`
