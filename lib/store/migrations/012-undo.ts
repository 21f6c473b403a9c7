import 'server-only'

/** Undo of batches: the former language of each employee, and for an undo the batch that it undoes. */
export const UNDO_MIGRATION = `
  ALTER TABLE batches ADD COLUMN undoes TEXT;
  ALTER TABLE batch_people ADD COLUMN before TEXT CHECK (before IN ('de', 'en', 'none'))
`
