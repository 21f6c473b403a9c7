import 'server-only'

/**
 * The photo of each employee that was last sent with an archive, and its file name: a rebuilt archive contains others.
 * Earlier downloads are assumed to have sent the present content.
 */
export const GIVEN_PHOTO_MIGRATION = `
  ALTER TABLE exports ADD COLUMN renewed_at TEXT;
  ALTER TABLE export_entries ADD COLUMN given_edited_at TEXT;
  ALTER TABLE export_entries ADD COLUMN given_file_name TEXT;
  UPDATE export_entries SET given_edited_at = edited_at, given_file_name = file_name
    WHERE (state = 'done' OR sha256 IS NOT NULL)
      AND export_id IN (SELECT id FROM exports WHERE downloaded_at IS NOT NULL)
`
