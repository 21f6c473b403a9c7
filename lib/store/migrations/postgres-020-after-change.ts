import 'server-only'

export const AFTER_CHANGE_MIGRATION_POSTGRES = 'ALTER TABLE batch_people ADD COLUMN after TEXT COLLATE "C"'
