import 'server-only'

/** Batches: the same change to many employees, and the result for each. */
export const BATCH_MIGRATION = `
  CREATE TABLE batches (
    id              TEXT PRIMARY KEY,
    owner_id        TEXT NOT NULL,
    owner_email     TEXT NOT NULL,
    project_id      INTEGER NOT NULL,
    key_fingerprint TEXT NOT NULL,
    action          TEXT NOT NULL CHECK (action IN ('delete', 'locale')),
    locale          TEXT,
    state           TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
    pause_reason    TEXT,
    created_at      TEXT NOT NULL,
    ended_at        TEXT
  ) STRICT;
  CREATE INDEX batches_by_owner ON batches (owner_id, created_at);

  CREATE TABLE batch_people (
    batch_id          TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    position          INTEGER NOT NULL,
    employee_id       INTEGER NOT NULL,
    name              TEXT NOT NULL,
    mitarbeiternummer TEXT NOT NULL,
    state             TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'done', 'failed')),
    error             TEXT,
    PRIMARY KEY (batch_id, position)
  ) STRICT, WITHOUT ROWID
`
