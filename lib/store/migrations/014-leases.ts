import 'server-only'

/** What one desk of several works on (docs/decisions/046-leases-with-tokens.md); empty where one process has the file. */
export const LEASE_MIGRATION = `
  CREATE TABLE leases (
    name      TEXT PRIMARY KEY,
    owner     TEXT NOT NULL,
    token     INTEGER NOT NULL,
    until     INTEGER NOT NULL,
    wanted_by TEXT
  ) STRICT, WITHOUT ROWID;
`
