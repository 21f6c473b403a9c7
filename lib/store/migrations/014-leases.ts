import 'server-only'

/**
 * Jobs and the desk that works on each (docs/decisions/046-leases-with-tokens.md); empty when one process owns the
 * database file.
 */
export const LEASE_MIGRATION = `
  CREATE TABLE leases (
    name      TEXT PRIMARY KEY,
    owner     TEXT NOT NULL,
    token     INTEGER NOT NULL,
    until     INTEGER NOT NULL,
    wanted_by TEXT
  ) STRICT, WITHOUT ROWID;
`
