import 'server-only'

/** Changes of employees that a user has chosen in a list and not sent yet. */
export const CHOSEN_MIGRATION = 'ALTER TABLE import_rows ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0'
