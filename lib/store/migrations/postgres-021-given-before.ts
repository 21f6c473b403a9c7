import 'server-only'

export const GIVEN_BEFORE_MIGRATION_POSTGRES = `
  CREATE TABLE given_before (
    export_id   TEXT COLLATE "C" NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    employee_id BIGINT NOT NULL,
    file_name   TEXT COLLATE "C" NOT NULL,
    edited_at   TEXT COLLATE "C" NOT NULL,
    created_at  TEXT COLLATE "C" NOT NULL,
    naming      TEXT COLLATE "C",
    is_out      BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (export_id, employee_id, file_name)
  );
  CREATE INDEX given_before_by_employee ON given_before (employee_id)
`
