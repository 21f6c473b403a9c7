import 'server-only'

/** Which changes of people somebody has asked for in a list and not sent yet. */
export const CHOSEN_MIGRATION = 'ALTER TABLE import_rows ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0'
