import 'server-only'

/**
 * What a receiving system had got in downloads that are forgotten by now, at the next younger one for the same system; and under which
 * other names it had got photos of this one. `created_at` and `naming` are those of the download that gave them; `is_out`: the photo
 * may not be used any more.
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
