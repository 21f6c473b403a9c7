import 'server-only'

/**
 * The service and the account that the desk's knowledge of people comes from. At most one row, `now`. `asked`: those of a service
 * that looks like another one, until an administrator has decided.
 */
export const SERVICE_BOND_MIGRATION = `
  CREATE TABLE service_bond (
    name     TEXT PRIMARY KEY,
    service  TEXT NOT NULL,
    projects TEXT NOT NULL,
    asked    TEXT
  ) STRICT, WITHOUT ROWID;
`
