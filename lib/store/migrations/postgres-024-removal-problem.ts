import 'server-only'

export const REMOVAL_PROBLEM_MIGRATION_POSTGRES =
  'ALTER TABLE delivery_places ADD COLUMN problem TEXT COLLATE "C"'
