import 'server-only'

/**
 * Which photo of each person has gone out with an archive, and under which name: an archive that is made again holds others. What was
 * downloaded before has gone out as it is now, as far as anybody knows.
 */
export const GIVEN_PHOTO_MIGRATION = `
  ALTER TABLE exports ADD COLUMN renewed_at TEXT;
  ALTER TABLE export_entries ADD COLUMN given_edited_at TEXT;
  ALTER TABLE export_entries ADD COLUMN given_file_name TEXT;
  UPDATE export_entries SET given_edited_at = edited_at, given_file_name = file_name
    WHERE (state = 'done' OR sha256 IS NOT NULL)
      AND export_id IN (SELECT id FROM exports WHERE downloaded_at IS NOT NULL)
`
