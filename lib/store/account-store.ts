import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { ACCOUNT_STATUSES, ROLES } from '#lib/contracts/session.ts'
import { getDatabase } from './database.ts'
import { transaction } from './transaction.ts'

const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(ACCOUNT_STATUSES),
  /** Null until an invitation is taken up, and for good with single sign-on. */
  password_hash: z.string().nullable(),
  /** Both or none: who vouches for an account of single sign-on, and its name there. */
  issuer: z.string().nullable(),
  subject: z.string().nullable(),
  created_at: z.string(),
  last_signed_in_at: z.string().nullable(),
})

export type AccountRow = z.infer<typeof accountRow>
type AccountChanges = Partial<Omit<AccountRow, 'id' | 'issuer' | 'subject' | 'created_at'>>
export type AccountOutcome = 'done' | 'not_found' | 'last_admin'

const COLUMNS = accountRow.keyof().options

/** Everybody who may sign in. Asynchronous, so that a database server can take the place of the embedded one. */
export type AccountStore = {
  findById(id: string): Promise<AccountRow | null>
  /** Among local accounts, without regard to letter case. */
  findByEmail(email: string): Promise<AccountRow | null>
  /** An account of single sign-on. */
  findBySubject(issuer: string, subject: string): Promise<AccountRow | null>
  /** By e-mail. */
  list(): Promise<AccountRow[]>
  count(): Promise<number>
  /** False when the e-mail (of a local account) or the subject is taken. */
  create(account: AccountRow): Promise<boolean>
  /** For what the desk itself notes; what people decide about each other goes through `change`. */
  update(id: string, changes: AccountChanges): Promise<boolean>
  /** Like `update`, but refuses to leave the desk without an active administrator. */
  change(id: string, changes: AccountChanges): Promise<AccountOutcome>
  /** A link was used: sets the password. False when the account is gone or disabled by now. */
  activate(id: string, passwordHash: string): Promise<boolean>
  remove(id: string): Promise<AccountOutcome>
}

export function getAccountStore(): AccountStore {
  return createAccountStore(getDatabase())
}

export function createAccountStore(database: DatabaseSync): AccountStore {
  const find = (condition: string, ...values: SQLInputValue[]): AccountRow | null => {
    const row = database.prepare(`SELECT * FROM accounts WHERE ${condition}`).get(...values)
    return row ? accountRow.parse(row) : null
  }
  const count = (condition: string): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM accounts WHERE ${condition}`).get()?.n ?? 0)
  const update = (id: string, changes: AccountChanges): boolean => {
    const columns = COLUMNS.filter(column => column in changes)
    const values = columns.map(column => (changes as Partial<AccountRow>)[column] ?? null)
    const setting = columns.map(column => `${column} = ?`).join(', ')
    return (
      Number(database.prepare(`UPDATE accounts SET ${setting} WHERE id = ?`).run(...values, id).changes) === 1
    )
  }

  /** Two administrators who demote each other at the same moment: the second one is refused. */
  const keepingAnAdmin = (write: () => boolean): AccountOutcome => {
    const activeAdmins = "role = 'admin' AND status = 'active'"
    try {
      return transaction(database, () => {
        const before = count(activeAdmins)
        const found = write()
        if (before > 0 && count(activeAdmins) === 0) throw new LastAdmin()
        return found ? 'done' : 'not_found'
      })
    } catch (error) {
      if (error instanceof LastAdmin) return 'last_admin'
      throw error
    }
  }

  return {
    findById: async id => find('id = ?', id),
    findByEmail: async email => find('issuer IS NULL AND email = ?', email),
    findBySubject: async (issuer, subject) => find('issuer = ? AND subject = ?', issuer, subject),
    list: async () =>
      database
        .prepare('SELECT * FROM accounts ORDER BY email, id')
        .all()
        .map(row => accountRow.parse(row)),
    count: async () => count('true'),
    async create(account) {
      const places = COLUMNS.map(() => '?').join(', ')
      const { changes } = database
        .prepare(`INSERT INTO accounts (${COLUMNS.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`)
        .run(...COLUMNS.map(column => account[column]))
      return Number(changes) === 1
    },
    update: async (id, changes) => update(id, changes),
    change: async (id, changes) => keepingAnAdmin(() => update(id, changes)),
    async activate(id, passwordHash) {
      const { changes } = database
        .prepare(
          "UPDATE accounts SET password_hash = ?, status = 'active' WHERE id = ? AND status <> 'disabled'",
        )
        .run(passwordHash, id)
      return Number(changes) === 1
    },
    remove: async id =>
      keepingAnAdmin(
        () => Number(database.prepare('DELETE FROM accounts WHERE id = ?').run(id).changes) === 1,
      ),
  }
}

class LastAdmin extends Error {}
