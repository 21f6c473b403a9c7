import 'server-only'

/**
 * A change to many can be taken back: which language each of them had before, and of a batch that takes one back, which one
 * that is.
 */
export const UNDO_MIGRATION = `
  ALTER TABLE batches ADD COLUMN undoes TEXT;
  ALTER TABLE batch_people ADD COLUMN before TEXT CHECK (before IN ('de', 'en', 'none'))
`
