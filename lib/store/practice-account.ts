import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { PRACTICE } from '#lib/settings/env.ts'

/** Of `PRACTICE.password`, which everybody may read on the sign-in page. */
const PASSWORD_HASH =
  'scrypt$131072$8$1$cG9ydHJhaXQtZGVzay1wcg==$bPhuBQLE1Sh4lReghQOyP1A4jpMSA+zZlVj+pDdKP3A='

/** Every start of practice mode makes its printed account what the sign-in page says about it. */
export function ensurePracticeAccount(database: DatabaseSync): void {
  database
    .prepare(
      `INSERT INTO accounts (id, email, role, status, password_hash, created_at)
       VALUES ('practice', ?, 'admin', 'active', ?, ?)
       ON CONFLICT (id) DO UPDATE SET email = excluded.email, role = 'admin', status = 'active',
         password_hash = excluded.password_hash`,
    )
    .run(PRACTICE.email, PASSWORD_HASH, new Date().toISOString())
}
