import 'server-only'

export const CHOSEN_MIGRATION_POSTGRES = 'ALTER TABLE import_rows ADD COLUMN chosen BIGINT NOT NULL DEFAULT 0'
