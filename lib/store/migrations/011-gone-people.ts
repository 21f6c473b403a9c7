import 'server-only'

/** Fields that may be removed from a log entry: names and numbers of employees, and the values that were changed. */
const FORGETTABLE = "'name', 'mitarbeiternummer', 'old', 'new'"

/**
 * Ids of deleted employees, until the data that names them is deleted. Also allows the one change of the log: these
 * values become empty. The account, the action, the time and the id of an entry stay as written. See
 * docs/decisions/036-deleted-is-deleted.md.
 */
export const GONE_PEOPLE_MIGRATION = `
  CREATE TABLE gone_people (employee_id INTEGER PRIMARY KEY, gone_at TEXT NOT NULL) STRICT;
  CREATE INDEX export_entries_by_person ON export_entries (employee_id);
  CREATE INDEX import_rows_by_person ON import_rows (employee_id);

  DROP TRIGGER activity_never_changes;
  CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity
    WHEN (NEW.id, NEW.at, NEW.actor_id, NEW.actor_email, NEW.action, NEW.outcome, NEW.project, NEW.employee)
        IS NOT (OLD.id, OLD.at, OLD.actor_id, OLD.actor_email, OLD.action, OLD.outcome, OLD.project, OLD.employee)
      OR EXISTS (
        SELECT 1 FROM json_tree(OLD.details) AS was FULL JOIN json_tree(NEW.details) AS now USING (fullkey)
        WHERE was.id IS NULL OR now.id IS NULL
          OR (was.atom IS NOT now.atom AND NOT (coalesce(now.atom, '') = '' AND now.key IN (${FORGETTABLE}))))
    BEGIN SELECT RAISE(ABORT, 'activity is append-only'); END`
