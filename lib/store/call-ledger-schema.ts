import 'server-only'

/**
 * The calls of each key at all desks, as one document of `lib/portrait-api/ledger.ts`. It is updated with each call, so
 * free space is left on each page and updates change no index.
 */
export const CALL_LEDGER_MIGRATION = `CREATE TABLE call_ledgers (
     key_fingerprint text PRIMARY KEY,
     version         bigint NOT NULL,
     document        json NOT NULL,
     changed_at      timestamptz NOT NULL
   ) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0)`
