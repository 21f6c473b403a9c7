import 'server-only'

/**
 * Entries younger than this can never be deleted, whatever the settings. The minimum of `ACTIVITY_DAYS` is the same
 * number.
 */
const UNTOUCHABLE_DAYS = 30

/**
 * The log: rows are added, grow old and are deleted, and nothing else. The database itself refuses a change (also one
 * by `INSERT OR REPLACE`) and the deletion of rows younger than the cut-off. `activity_intents` holds the intent before
 * a write at the service; it is deleted when the entry is added.
 */
export const ACTIVITY_MIGRATION = `
  CREATE TABLE activity (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    at          TEXT NOT NULL,
    actor_id    TEXT,
    actor_email TEXT NOT NULL COLLATE NOCASE,
    action      TEXT NOT NULL,
    outcome     TEXT NOT NULL CHECK (outcome IN ('done', 'unknown')),
    project     INTEGER,
    employee    INTEGER,
    details     TEXT NOT NULL
  ) STRICT;
  CREATE INDEX activity_at ON activity (at);
  CREATE INDEX activity_actor ON activity (actor_email, id);
  CREATE INDEX activity_action ON activity (action, id);
  CREATE INDEX activity_project ON activity (project, id);
  CREATE TABLE activity_people (
    activity_id INTEGER NOT NULL REFERENCES activity (id) ON DELETE CASCADE,
    employee_id INTEGER NOT NULL,
    PRIMARY KEY (activity_id, employee_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX activity_people_employee ON activity_people (employee_id, activity_id);
  CREATE TABLE activity_intents (id TEXT PRIMARY KEY, at TEXT NOT NULL, entry TEXT NOT NULL) STRICT;
  CREATE TABLE activity_retention (one INTEGER PRIMARY KEY CHECK (one = 1), cut_off TEXT NOT NULL) STRICT;
  INSERT INTO activity_retention VALUES (1, '');

  CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity
    BEGIN SELECT RAISE(ABORT, 'activity is append-only'); END;
  CREATE TRIGGER activity_never_replaced BEFORE INSERT ON activity
    WHEN EXISTS (SELECT 1 FROM activity WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'activity is append-only'); END;
  CREATE TRIGGER activity_kept BEFORE DELETE ON activity
    WHEN OLD.at >= (SELECT cut_off FROM activity_retention)
    BEGIN SELECT RAISE(ABORT, 'activity is kept'); END;
  CREATE TRIGGER activity_people_never_change BEFORE UPDATE ON activity_people
    BEGIN SELECT RAISE(ABORT, 'activity is append-only'); END;
  CREATE TRIGGER activity_people_kept BEFORE DELETE ON activity_people
    WHEN EXISTS (SELECT 1 FROM activity WHERE id = OLD.activity_id)
    BEGIN SELECT RAISE(ABORT, 'activity is kept'); END;
  CREATE TRIGGER activity_retention_never_young BEFORE UPDATE ON activity_retention
    WHEN NEW.cut_off > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${UNTOUCHABLE_DAYS} days', '+1 minute')
    BEGIN SELECT RAISE(ABORT, 'activity is kept'); END;
  CREATE TRIGGER activity_retention_stays BEFORE DELETE ON activity_retention
    BEGIN SELECT RAISE(ABORT, 'activity is kept'); END`
