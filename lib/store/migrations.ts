import 'server-only'
import { EXPORT_MIGRATION } from './export-migration.ts'

/** The embedded database, step by step. A step that has been released is never edited: add another one. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE accounts (
     id            TEXT PRIMARY KEY,
     email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
     role          TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
     password_hash TEXT NOT NULL,
     created_at    TEXT NOT NULL
   ) STRICT`,

  EXPORT_MIGRATION,
]
