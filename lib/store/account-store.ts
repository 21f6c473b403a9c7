import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { getDatabase } from './database.ts'

const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(['viewer', 'editor', 'admin']),
  password_hash: z.string(),
  created_at: z.string(),
})

export type AccountRow = z.infer<typeof accountRow>

/** Local accounts. Asynchronous, so that a database server can take the place of the embedded one. */
export type AccountStore = {
  findById(id: string): Promise<AccountRow | null>
  /** Without regard to letter case. */
  findByEmail(email: string): Promise<AccountRow | null>
  count(): Promise<number>
  /** False when the e-mail is taken. */
  create(account: AccountRow): Promise<boolean>
}

export function getAccountStore(): AccountStore {
  return createAccountStore(getDatabase())
}

export function createAccountStore(database: DatabaseSync): AccountStore {
  const find = (sql: string, value: string): AccountRow | null => {
    const row = database.prepare(sql).get(value)
    return row ? accountRow.parse(row) : null
  }
  return {
    async findById(id) {
      return find('SELECT * FROM accounts WHERE id = ?', id)
    },
    async findByEmail(email) {
      return find('SELECT * FROM accounts WHERE email = ?', email)
    },
    async count() {
      return Number(database.prepare('SELECT count(*) AS n FROM accounts').get()?.n ?? 0)
    },
    async create(account) {
      const { changes } = database
        .prepare(
          'INSERT INTO accounts (id, email, role, password_hash, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING',
        )
        .run(account.id, account.email, account.role, account.password_hash, account.created_at)
      return Number(changes) === 1
    },
  }
}
