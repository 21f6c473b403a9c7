import 'server-only'

/** Counters that expire by themselves. Earlier counts cannot be converted, and are dropped once. */
export const THROTTLE_MIGRATION = `DROP TABLE throttle;
   CREATE TABLE throttle (
     key     TEXT PRIMARY KEY,
     full_at INTEGER NOT NULL
   ) STRICT`
