import 'server-only'

/**
 * Also defines SQLite's `unixepoch`, by the server's clock. Rows are updated constantly, so free space is left on each
 * page.
 */
export const LEASE_MIGRATION_POSTGRES = `
  CREATE TABLE leases (
    name      TEXT COLLATE "C" PRIMARY KEY,
    owner     TEXT COLLATE "C" NOT NULL,
    token     BIGINT NOT NULL,
    until     BIGINT NOT NULL,
    wanted_by TEXT COLLATE "C"
  ) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
  CREATE FUNCTION unixepoch(modifier text) RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision) $$;
`
