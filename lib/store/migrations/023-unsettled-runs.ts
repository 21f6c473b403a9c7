import 'server-only'

/**
 * A run of a delivery has ended, and what that means for the delivery is not written down yet: whoever finds it so does that. A desk
 * of before, which may still run beside, marks none of its own.
 */
export const UNSETTLED_RUN_MIGRATION =
  'ALTER TABLE delivery_runs ADD COLUMN is_unsettled INTEGER NOT NULL DEFAULT 0'
