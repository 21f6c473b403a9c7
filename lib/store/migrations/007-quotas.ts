import 'server-only'

/** It is unknown whether earlier exports were downloaded. They count as downloaded, or they would use up the quotas. */
export const QUOTA_MIGRATION = `ALTER TABLE exports ADD COLUMN downloaded_at TEXT;
   UPDATE exports SET downloaded_at = ended_at;
   ALTER TABLE imports ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   UPDATE imports SET bytes = length(CAST(columns AS BLOB)) + coalesce(
     (SELECT sum(length(CAST(cells AS BLOB)) + length(CAST(given AS BLOB))) FROM import_rows
      WHERE import_id = imports.id), 0);
   CREATE INDEX imports_by_owner ON imports (owner_id)`
