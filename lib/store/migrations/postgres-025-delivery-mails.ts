import 'server-only'

export const DELIVERY_MAIL_MIGRATION_POSTGRES = `
  CREATE TABLE delivery_mails (
    id          TEXT COLLATE "C" PRIMARY KEY,
    delivery_id TEXT COLLATE "C" NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    run_id      TEXT COLLATE "C",
    kind        TEXT COLLATE "C" NOT NULL,
    tries       BIGINT NOT NULL DEFAULT 0,
    next_try_at TEXT COLLATE "C",
    created_at  TEXT COLLATE "C" NOT NULL,
    sent_at     TEXT COLLATE "C"
  );
  CREATE UNIQUE INDEX delivery_mails_by_run ON delivery_mails (run_id, kind);
  CREATE INDEX delivery_mails_by_delivery ON delivery_mails (delivery_id, created_at)
`
