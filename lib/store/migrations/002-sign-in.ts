import 'server-only'

/**
 * Sessions, sign-in attempts, one-time links, and the company's key. Accounts of single sign-on exist beside local
 * ones, even with the same email; SQLite cannot add such a rule in place.
 */
export const SIGN_IN_MIGRATION = `CREATE TABLE new_accounts (
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
   ) STRICT`
