import 'server-only'

/**
 * Marks an ended run of a delivery whose consequences for the delivery are not stored yet; any desk that finds it
 * stores them. A desk of an earlier version, which may still run beside this one, does not mark its runs.
 */
export const UNSETTLED_RUN_MIGRATION =
  'ALTER TABLE delivery_runs ADD COLUMN is_unsettled INTEGER NOT NULL DEFAULT 0'
