import 'server-only'

/**
 * The service and the account from which the desk's data about employees comes. At most one row, `now`. `asked`: those
 * of a service that seems to be a different one, until an administrator has decided.
 */
export const SERVICE_BOND_MIGRATION = `
  CREATE TABLE service_bond (
    name     TEXT PRIMARY KEY,
    service  TEXT NOT NULL,
    projects TEXT NOT NULL,
    asked    TEXT
  ) STRICT, WITHOUT ROWID;
`
