import 'server-only'

/** Deliveries, their runs with the items of each, and the delivered photos at each destination. */
export const DELIVERY_MIGRATION = `
  CREATE TABLE deliveries (
    id               TEXT PRIMARY KEY,
    name             TEXT NOT NULL,
    project_id       INTEGER NOT NULL,
    project          TEXT NOT NULL,
    request          TEXT NOT NULL,
    destination      TEXT NOT NULL,
    secrets          TEXT,
    schedule         TEXT NOT NULL,
    removals_percent INTEGER NOT NULL,
    is_on            INTEGER NOT NULL,
    next_run_at      TEXT,
    failures         INTEGER NOT NULL DEFAULT 0,
    confirmed_at     TEXT,
    key_fingerprint  TEXT,
    created_by       TEXT NOT NULL,
    created_at       TEXT NOT NULL,
    ended_at         TEXT
  ) STRICT;

  CREATE TABLE delivery_runs (
    id              TEXT PRIMARY KEY,
    delivery_id     TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    owner_id        TEXT NOT NULL,
    owner_email     TEXT NOT NULL,
    takes_all_away  INTEGER NOT NULL DEFAULT 0,
    key_fingerprint TEXT NOT NULL,
    state           TEXT NOT NULL
                    CHECK (state IN ('running', 'paused', 'review', 'done', 'failed', 'cancelled')),
    pause_reason    TEXT,
    error           TEXT,
    trouble         TEXT,
    review          TEXT,
    confirmed_by    TEXT,
    planned_at      TEXT,
    unchanged       INTEGER NOT NULL DEFAULT 0,
    unreadable      INTEGER NOT NULL DEFAULT 0,
    created_at      TEXT NOT NULL,
    ended_at        TEXT
  ) STRICT;
  CREATE INDEX delivery_runs_by_delivery ON delivery_runs (delivery_id, created_at);
  CREATE INDEX delivery_runs_by_owner ON delivery_runs (owner_id, created_at);

  CREATE TABLE delivery_items (
    run_id      TEXT NOT NULL REFERENCES delivery_runs (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    employee_id INTEGER NOT NULL,
    person      TEXT NOT NULL,
    action      TEXT NOT NULL CHECK (action IN ('add', 'change', 'remove', 'cannot')),
    reason      TEXT,
    photo       TEXT,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'done', 'failed')),
    problem     TEXT,
    PRIMARY KEY (run_id, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE delivery_places (
    delivery_id  TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    employee_id  INTEGER NOT NULL,
    person       TEXT NOT NULL,
    edited_at    TEXT NOT NULL,
    form         TEXT NOT NULL,
    receipt      TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('there', 'by_hand', 'removed')),
    reason       TEXT,
    delivered_at TEXT NOT NULL,
    checked_at   TEXT,
    removed_at   TEXT,
    removed_by   TEXT,
    PRIMARY KEY (delivery_id, employee_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_places_by_person ON delivery_places (employee_id);
`
