import 'server-only'

/** Counts run down by themselves. What was counted before does not translate, and is forgiven once. */
export const THROTTLE_MIGRATION = `DROP TABLE throttle;
   CREATE TABLE throttle (
     key     TEXT PRIMARY KEY,
     full_at INTEGER NOT NULL
   ) STRICT`
