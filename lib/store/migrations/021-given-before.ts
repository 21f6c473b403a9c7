import 'server-only'

/**
 * Files that a receiving system got in downloads deleted since, stored with the next younger download for the same
 * system. Also holds other names under which it got photos of that download. `created_at` and `naming` belong to the
 * download that gave them; `is_out`: the photo may no longer be used.
 */
export const GIVEN_BEFORE_MIGRATION = `
  CREATE TABLE given_before (
    export_id   TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    employee_id INTEGER NOT NULL,
    file_name   TEXT NOT NULL,
    edited_at   TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    naming      TEXT,
    is_out      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (export_id, employee_id, file_name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX given_before_by_employee ON given_before (employee_id)
`
