import 'server-only'

/** Exports, their entries, and the desk's own texts in their archives. */
export const EXPORT_MIGRATION = `
  CREATE TABLE exports (
    id              TEXT PRIMARY KEY,
    owner_id        TEXT NOT NULL,
    owner_email     TEXT NOT NULL,
    project_id      INTEGER NOT NULL,
    project         TEXT NOT NULL,
    key_fingerprint TEXT NOT NULL,
    request         TEXT NOT NULL,
    file_stem       TEXT NOT NULL,
    state           TEXT NOT NULL
                    CHECK (state IN ('preparing', 'paused', 'ready', 'failed', 'cancelled', 'expired')),
    pause_reason    TEXT,
    error           TEXT,
    total           INTEGER,
    done            INTEGER NOT NULL DEFAULT 0,
    failed          INTEGER NOT NULL DEFAULT 0,
    bytes           INTEGER NOT NULL DEFAULT 0,
    problems        TEXT NOT NULL DEFAULT '[]',
    waiting         TEXT NOT NULL DEFAULT '[]',
    parts           TEXT NOT NULL DEFAULT '[]',
    created_at      TEXT NOT NULL,
    ended_at        TEXT
  ) STRICT;
  CREATE INDEX exports_by_owner ON exports (owner_id, created_at);
  CREATE INDEX exports_by_time ON exports (created_at);

  CREATE TABLE export_entries (
    export_id   TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    employee_id INTEGER NOT NULL,
    employee   TEXT NOT NULL,
    edited_at  TEXT NOT NULL,
    variant    TEXT NOT NULL,
    size       INTEGER,
    rendering  TEXT,
    file_name  TEXT NOT NULL,
    part       INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
    problem    TEXT,
    bytes      INTEGER,
    crc32      INTEGER,
    sha256     TEXT,
    PRIMARY KEY (export_id, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE export_texts (
    export_id TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    part      INTEGER NOT NULL,
    position  INTEGER NOT NULL,
    name      TEXT NOT NULL,
    content   BLOB NOT NULL,
    PRIMARY KEY (export_id, part, position)
  ) STRICT;
`
