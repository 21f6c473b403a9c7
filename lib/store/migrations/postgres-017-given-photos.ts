import 'server-only'

/** Same as on SQLite, with texts that are compared byte by byte. */
export const GIVEN_PHOTO_MIGRATION_POSTGRES = `
  ALTER TABLE exports ADD COLUMN renewed_at TEXT COLLATE "C";
  ALTER TABLE export_entries ADD COLUMN given_edited_at TEXT COLLATE "C";
  ALTER TABLE export_entries ADD COLUMN given_file_name TEXT COLLATE "C";
  UPDATE export_entries SET given_edited_at = edited_at, given_file_name = file_name
    WHERE (state = 'done' OR sha256 IS NOT NULL)
      AND export_id IN (SELECT id FROM exports WHERE downloaded_at IS NOT NULL)
`
