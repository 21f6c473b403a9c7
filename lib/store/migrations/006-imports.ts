import 'server-only'

/**
 * Imports and their rows. `in_flight` is set before a row is sent to the service and reset with its outcome. So the
 * rows in doubt are known, whatever stops the desk in between. 2: the row was in flight, was looked up and not found,
 * and waits until the others are done, because the service failed on its call. See
 * docs/decisions/020-bulk-work-is-noted-before-each-call.md.
 */
export const IMPORT_MIGRATION = `
  CREATE TABLE imports (
    id              TEXT PRIMARY KEY,
    owner_id        TEXT NOT NULL,
    owner_email     TEXT NOT NULL,
    project_id      INTEGER NOT NULL,
    project         TEXT NOT NULL,
    key_fingerprint TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    columns         TEXT NOT NULL,
    state           TEXT NOT NULL
                    CHECK (state IN ('draft', 'sending', 'paused', 'done', 'cancelled', 'failed')),
    pause_reason    TEXT,
    error           TEXT,
    planned         INTEGER NOT NULL DEFAULT 0,
    created_at      TEXT NOT NULL,
    started_at      TEXT,
    ended_at        TEXT,
    touched_at      TEXT NOT NULL
  ) STRICT;
  CREATE INDEX imports_by_project ON imports (project_id, created_at);
  CREATE INDEX imports_by_touch ON imports (touched_at);

  CREATE TABLE import_rows (
    import_id         TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    row               INTEGER NOT NULL,
    cells             TEXT NOT NULL,
    given             TEXT NOT NULL,
    excluded          INTEGER NOT NULL,
    outcome           TEXT CHECK (outcome IN ('waiting', 'created', 'updated', 'already_there', 'unchanged',
                                              'refused', 'not_sent', 'unknown')),
    problems          TEXT NOT NULL DEFAULT '[]',
    task              TEXT CHECK (task IN ('create', 'update')),
    input             TEXT,
    in_flight         INTEGER NOT NULL DEFAULT 0,
    employee_id       INTEGER,
    mitarbeiternummer TEXT,
    invitation_resent INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (import_id, row)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX import_rows_by_outcome ON import_rows (import_id, outcome, task, row);
`
