import 'server-only'
import { ACTIVITY_MIGRATION } from './activity-migration.ts'
import { BATCH_MIGRATION } from './batch-migration.ts'
import { EXPORT_MIGRATION } from './export-migration.ts'
import { FORGET_MIGRATION } from './forget-migration.ts'
import { IMPORT_MIGRATION } from './import-migration.ts'
import { PHOTO_SIZE_MIGRATION } from './photo-size-migration.ts'

/** The embedded database, step by step. A step that has been released is never edited: add another one. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE accounts (
     id            TEXT PRIMARY KEY,
     email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
     role          TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
     password_hash TEXT NOT NULL,
     created_at    TEXT NOT NULL
   ) STRICT`,

  // Accounts of single sign-on stand beside local ones, also with the same e-mail; SQLite adds no such rule in place.
  `CREATE TABLE new_accounts (
     id                TEXT PRIMARY KEY,
     email             TEXT NOT NULL COLLATE NOCASE,
     role              TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
     status            TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'invited')),
     password_hash     TEXT,
     issuer            TEXT,
     subject           TEXT,
     created_at        TEXT NOT NULL,
     last_signed_in_at TEXT,
     CHECK ((issuer IS NULL) = (subject IS NULL)),
     CHECK (issuer IS NULL OR password_hash IS NULL)
   ) STRICT;
   INSERT INTO new_accounts (id, email, role, status, password_hash, created_at)
     SELECT id, email, role, 'active', password_hash, created_at FROM accounts;
   DROP TABLE accounts;
   ALTER TABLE new_accounts RENAME TO accounts;
   CREATE UNIQUE INDEX accounts_by_local_email ON accounts (email) WHERE issuer IS NULL;
   CREATE UNIQUE INDEX accounts_by_subject ON accounts (issuer, subject) WHERE issuer IS NOT NULL;

   CREATE TABLE sessions (
     id           TEXT PRIMARY KEY,
     account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     method       TEXT NOT NULL CHECK (method IN ('password', 'oidc', 'setup', 'invitation')),
     client       TEXT NOT NULL,
     created_at   INTEGER NOT NULL,
     last_seen_at INTEGER NOT NULL,
     expires_at   INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX sessions_by_account ON sessions (account_id);

   CREATE TABLE throttle (
     key           TEXT PRIMARY KEY,
     failures      INTEGER NOT NULL,
     blocked_until INTEGER NOT NULL,
     updated_at    INTEGER NOT NULL
   ) STRICT;

   CREATE TABLE one_time_tokens (
     hash       TEXT PRIMARY KEY,
     purpose    TEXT NOT NULL CHECK (purpose IN ('setup', 'invitation')),
     account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
     expires_at INTEGER NOT NULL
   ) STRICT;

   CREATE TABLE desk_connection (
     id   INTEGER PRIMARY KEY CHECK (id = 1),
     seal TEXT NOT NULL
   ) STRICT`,
  ACTIVITY_MIGRATION,
  EXPORT_MIGRATION,
  BATCH_MIGRATION,
  IMPORT_MIGRATION,

  // Of exports of before nobody knows whether they were taken: they count as such, or they would be in everybody's way.
  `ALTER TABLE exports ADD COLUMN downloaded_at TEXT;
   UPDATE exports SET downloaded_at = ended_at;
   ALTER TABLE imports ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   UPDATE imports SET bytes = length(CAST(columns AS BLOB)) + coalesce(
     (SELECT sum(length(CAST(cells AS BLOB)) + length(CAST(given AS BLOB))) FROM import_rows
      WHERE import_id = imports.id), 0);
   CREATE INDEX imports_by_owner ON imports (owner_id)`,
  // Counts now run down by themselves. What was counted before does not translate, and is forgiven once.
  `DROP TABLE throttle;
   CREATE TABLE throttle (
     key     TEXT PRIMARY KEY,
     full_at INTEGER NOT NULL
   ) STRICT`,
  PHOTO_SIZE_MIGRATION,
  `CREATE TABLE calls (
     id              INTEGER PRIMARY KEY,
     key_fingerprint TEXT NOT NULL,
     answered_at     INTEGER
   ) STRICT;
   CREATE INDEX calls_by_key ON calls (key_fingerprint, answered_at)`,
  FORGET_MIGRATION,
]
