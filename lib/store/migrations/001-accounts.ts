import 'server-only'

export const ACCOUNT_MIGRATION = `CREATE TABLE accounts (
     id            TEXT PRIMARY KEY,
     email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
     role          TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
     password_hash TEXT NOT NULL,
     created_at    TEXT NOT NULL
   ) STRICT`
