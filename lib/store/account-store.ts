import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { type Database, fold } from './engine.ts'
import { openTable } from './table.ts'
import { ACCOUNT_STATUSES, ROLES } from './words.ts'

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

export function createAccountStore(database: Database): AccountStore {
  const accounts = openTable(database, 'accounts', { row: accountRow })
  const byEmail = database.caseless('email')

  /** Two administrators who demote each other at the same moment: the second one is refused. */
  const keepingAnAdmin = async (
    write: (here: ReturnType<typeof accounts.on>) => Promise<number>,
  ): Promise<AccountOutcome> => {
    const activeAdmins = "WHERE role = 'admin' AND status = 'active'"
    try {
      return await database.transaction(async within => {
        const here = accounts.on(within)
        const before = await here.count(activeAdmins)
        const found = (await write(here)) === 1
        if (before > 0 && (await here.count(activeAdmins)) === 0) throw new LastAdmin()
        return found ? 'done' : 'not_found'
      })
    } catch (error) {
      if (error instanceof LastAdmin) return 'last_admin'
      throw error
    }
  }

  return {
    findById: async id => accounts.find('WHERE id = ?', id),
    findByEmail: async email => accounts.find(`WHERE issuer IS NULL AND ${byEmail} = ?`, fold(email)),
    findBySubject: async (issuer, subject) =>
      accounts.find('WHERE issuer = ? AND subject = ?', issuer, subject),
    list: async () => accounts.list(`ORDER BY ${byEmail}, id`),
    count: async () => accounts.count(''),
    create: async account => (await accounts.insert([account], 'ON CONFLICT DO NOTHING')) === 1,
    update: async (id, changes) => (await accounts.update(changes, 'WHERE id = ?', id)) === 1,
    change: async (id, changes) => keepingAnAdmin(here => here.update(changes, 'WHERE id = ?', id)),
    activate: async (id, password_hash) =>
      (await accounts.update(
        { password_hash, status: 'active' },
        "WHERE id = ? AND status <> 'disabled'",
        id,
      )) === 1,
    remove: async id => keepingAnAdmin(here => here.remove('WHERE id = ?', id)),
  }
}

class LastAdmin extends Error {}
