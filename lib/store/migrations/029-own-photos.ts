import 'server-only'

/**
 * Employees' own photos at a destination, sealed: small ones that need a decision (`preview`), and whole ones that were
 * replaced (`replaced`).
 */
export const OWN_PHOTO_MIGRATION = `
  CREATE TABLE own_photos (
    delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    employee_id INTEGER NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('preview', 'replaced')),
    entry       TEXT NOT NULL,
    version     TEXT NOT NULL,
    decision    TEXT,
    seal        TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    PRIMARY KEY (delivery_id, employee_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX own_photos_by_person ON own_photos (employee_id);
  ALTER TABLE delivery_runs ADD COLUMN asks_own_photos INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN puts_back INTEGER NOT NULL DEFAULT 0
`
