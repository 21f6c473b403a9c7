import 'server-only'

export const CALL_MIGRATION = `CREATE TABLE calls (
     id              INTEGER PRIMARY KEY,
     key_fingerprint TEXT NOT NULL,
     answered_at     INTEGER
   ) STRICT;
   CREATE INDEX calls_by_key ON calls (key_fingerprint, answered_at)`
