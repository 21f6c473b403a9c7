import 'server-only'

/** Queue of mails about deliveries, sent ones included. Rows contain no names: the text is made when a mail is sent. */
export const DELIVERY_MAIL_MIGRATION = `
  CREATE TABLE delivery_mails (
    id          TEXT PRIMARY KEY,
    delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    run_id      TEXT,
    kind        TEXT NOT NULL,
    tries       INTEGER NOT NULL DEFAULT 0,
    next_try_at TEXT,
    created_at  TEXT NOT NULL,
    sent_at     TEXT
  ) STRICT;
  CREATE UNIQUE INDEX delivery_mails_by_run ON delivery_mails (run_id, kind);
  CREATE INDEX delivery_mails_by_delivery ON delivery_mails (delivery_id, created_at)
`
