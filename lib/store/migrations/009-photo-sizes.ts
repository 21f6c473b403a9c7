import 'server-only'

/**
 * Exports and their files store a size by its dimensions, and the real dimensions of each photo. Of earlier sizes only
 * the index is known. It matches no current size, so their photos are downloaded again when needed.
 */
export const PHOTO_SIZE_MIGRATION = `
  ALTER TABLE exports ADD COLUMN size TEXT;
  ALTER TABLE export_entries ADD COLUMN pixels TEXT;
  ALTER TABLE export_entries RENAME COLUMN size TO size_index;
  ALTER TABLE export_entries ADD COLUMN size TEXT;
  UPDATE export_entries SET size = json_object('index', size_index, 'label', '', 'width', 0, 'height', 0)
    WHERE size_index IS NOT NULL;
  ALTER TABLE export_entries DROP COLUMN size_index;
`
