import 'server-only'

/**
 * Exports and their files know a size by what it is, and how large each photo really is. Of a size from before only the
 * index is known; it is no size of now, so its photos are fetched anew when somebody wants them.
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
