import 'server-only'

export const UNSETTLED_RUN_MIGRATION_POSTGRES =
  'ALTER TABLE delivery_runs ADD COLUMN is_unsettled BIGINT NOT NULL DEFAULT 0'
