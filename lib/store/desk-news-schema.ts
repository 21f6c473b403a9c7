import 'server-only'

/**
 * Events between desks, a list in each row, which `lib/several-desks/desk-channel.ts` reads and writes. A desk reads by
 * transaction (`said_in`), because a lower id may appear later than a higher one. `kept`: stays for desks that are
 * down.
 */
export const DESK_NEWS_MIGRATION = `CREATE TABLE desk_news (
     id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     said_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
     said_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     desk    text NOT NULL,
     kept    boolean NOT NULL,
     news    text NOT NULL
   );
   CREATE INDEX desk_news_said_in ON desk_news (said_in)`
