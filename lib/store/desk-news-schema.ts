import 'server-only'

/**
 * What one desk tells the others: a list of messages in each row, which `lib/desks/news.ts` reads and writes. A desk looks for
 * the rows of transactions that it cannot have seen yet (`said_in`), because a number that was given out earlier may appear
 * later. `kept`: also for desks that are down now.
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
