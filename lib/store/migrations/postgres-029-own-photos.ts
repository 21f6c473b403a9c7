import 'server-only'

export const OWN_PHOTO_MIGRATION_POSTGRES = `
  CREATE TABLE own_photos (
    id          TEXT COLLATE "C" PRIMARY KEY,
    delivery_id TEXT COLLATE "C" NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    employee_id BIGINT NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL CHECK (kind IN ('preview', 'replaced')),
    entry       TEXT COLLATE "C" NOT NULL,
    version     TEXT COLLATE "C" NOT NULL,
    decision    TEXT COLLATE "C",
    seal        TEXT COLLATE "C" NOT NULL,
    created_at  TEXT COLLATE "C" NOT NULL,
    UNIQUE (delivery_id, employee_id, kind)
  );
  CREATE INDEX own_photos_by_person ON own_photos (employee_id);
  ALTER TABLE delivery_runs ADD COLUMN asks_own_photos BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN puts_back BIGINT NOT NULL DEFAULT 0
`
