import 'server-only'
import { z } from 'zod'
import { getEnv } from '#lib/settings/env.ts'
import { getDatabase } from './database.ts'
import { type Database, fold, type Statements } from './engine.ts'
import { ACCOUNT_STATUSES, ROLES } from './enums.ts'
import { openTable } from './table.ts'
import { putToken, type TokenRow, takeToken } from './token-store.ts'

const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(ACCOUNT_STATUSES),
  /** Null until an invitation is accepted, and always with single sign-on. */
  password_hash: z.string().nullable(),
  /** The provider of a single sign-on account, and its name there; both are set or neither. */
  issuer: z.string().nullable(),
  subject: z.string().nullable(),
  created_at: z.string(),
  last_signed_in_at: z.string().nullable(),
})

export type AccountRow = z.infer<typeof accountRow>
type AccountChanges = Partial<Omit<AccountRow, 'id' | 'issuer' | 'subject' | 'created_at'>>
export type AccountRefusal = 'not_found' | 'last_admin'

export function getAccountStore() {
  return createAccountStore(getDatabase())
}

export function createAccountStore(database: Database) {
  const accounts = openTable(database, 'accounts', { row: accountRow })
  const byEmail = database.caseless('email')
  const localByEmail = `WHERE issuer IS NULL AND ${byEmail} = ?`
  const listAdministrators = async (at: Statements) =>
    (await accounts.on(at).listReadable(`WHERE role = 'admin' ORDER BY ${byEmail}, id`)).filter(canSignIn)

  /**
   * Refuses a write that leaves no administrator, also when two administrators demote each other at the same moment.
   */
  const keepingAnAdmin = async <Result>(
    write: (within: Statements) => Promise<Result>,
  ): Promise<Result | 'last_admin'> => {
    try {
      return await database.transaction(async within => {
        const before = await listAdministrators(within)
        const result = await write(within)
        if (before.length > 0 && (await listAdministrators(within)).length === 0) throw new LastAdmin()
        return result
      })
    } catch (error) {
      if (error instanceof LastAdmin) return 'last_admin'
      throw error
    }
  }

  return {
    findById: async (id: string): Promise<AccountRow | null> => accounts.find('WHERE id = ?', id),
    /** Finds a local account; letter case does not count. */
    findByEmail: async (email: string): Promise<AccountRow | null> =>
      accounts.find(localByEmail, fold(email)),
    /** Finds an account of single sign-on. */
    findBySubject: async (issuer: string, subject: string): Promise<AccountRow | null> =>
      accounts.find('WHERE issuer = ? AND subject = ?', issuer, subject),
    /** Returns all accounts by email address. */
    list: async (): Promise<AccountRow[]> => accounts.listReadable(`ORDER BY ${byEmail}, id`),
    /** Returns the administrators who can sign in with the current settings, by email address. */
    listAdministrators: async (): Promise<AccountRow[]> => listAdministrators(database),
    count: async (): Promise<number> => accounts.count(''),
    /**
     * Creates an account, with the link with which its owner sets a password if there is one. False when the email
     * address of a local account or the subject exists already.
     */
    create: async (account: AccountRow, link?: TokenRow): Promise<boolean> =>
      database.transaction(async within => {
        const isNew = (await accounts.on(within).insert([account], 'ON CONFLICT DO NOTHING')) === 1
        if (isNew && link) await putToken(within, link)
        return isNew
      }),
    /**
     * Creates the first administrator with the set-up token of this hash. `token_invalid` also when there is an
     * administrator already.
     */
    createFirst: async (
      account: AccountRow,
      token: string,
      now: number,
    ): Promise<'done' | 'token_invalid' | 'email_taken'> =>
      database.transaction(async within => {
        const here = accounts.on(within)
        if ((await listAdministrators(within)).length > 0) return 'token_invalid'
        // A refusal because of the email does not use up the token.
        if (await here.find(localByEmail, fold(account.email))) return 'email_taken'
        if (!(await takeToken(within, token, 'setup', now))) return 'token_invalid'
        await here.insert([account])
        return 'done'
      }),
    /** Saves what the desk itself records. Changes that accounts make to each other use `change`. */
    update: async (id: string, changes: AccountChanges): Promise<boolean> =>
      (await accounts.update(changes, 'WHERE id = ?', id)) === 1,
    /**
     * Like `update`, with changes computed from the current account. Refuses to leave the desk without an
     * administrator. Disabling an account ends its sessions and links.
     */
    change: async (
      id: string,
      toChanges: (before: AccountRow) => AccountChanges,
    ): Promise<{ before: AccountRow; after: AccountRow } | AccountRefusal> =>
      keepingAnAdmin(async within => {
        const here = accounts.on(within)
        const before = await here.find('WHERE id = ?', id)
        if (!before) return 'not_found'
        const changes = toChanges(before)
        await here.update(changes, 'WHERE id = ?', id)
        const after = { ...before, ...changes }
        if (after.status === 'disabled') await shutOut(within, id)
        return { before, after }
      }),
    /**
     * Ends all other sessions and links of the account. False when the account is no longer active, or its password was
     * changed meanwhile.
     */
    changePassword: async (
      id: string,
      { from, to, keptSession }: { from: string | null; to: string; keptSession: string },
    ): Promise<boolean> =>
      database.transaction(async within => {
        const changed = await accounts
          .on(within)
          .update(
            { password_hash: to },
            "WHERE id = ? AND status = 'active' AND password_hash IS NOT DISTINCT FROM ?",
            ...[id, from],
          )
        if (changed === 1) await shutOut(within, id, keptSession)
        return changed === 1
      }),
    /**
     * Uses up the link of this hash: sets the password, activates the account, and ends its sessions and links. False
     * when the link does not work, or the account is disabled.
     */
    takeUp: async (link: string, password_hash: string, now: number): Promise<boolean> =>
      database.transaction(async within => {
        const id = (await takeToken(within, link, 'invitation', now))?.account_id ?? null
        const changed = await accounts
          .on(within)
          .update({ password_hash, status: 'active' }, "WHERE id = ? AND status <> 'disabled'", id)
        if (id !== null) await shutOut(within, id)
        return changed === 1
      }),
    remove: async (id: string): Promise<'done' | AccountRefusal> =>
      keepingAnAdmin(async within =>
        (await accounts.on(within).remove('WHERE id = ?', id)) === 1 ? 'done' : 'not_found',
      ),
  }
}

/** Accounts. Asynchronous, so that a database server can replace the embedded one. */
export type AccountStore = ReturnType<typeof createAccountStore>

/** True when this account can sign in with the current settings: it is active, and its way to sign in is open. */
export function canSignIn({ status, issuer }: Pick<AccountRow, 'status' | 'issuer'>): boolean {
  const { oidc, localSignIn } = getEnv()
  return status === 'active' && (issuer === null ? localSignIn : issuer === oidc?.issuer)
}

async function shutOut(within: Statements, id: string, keptSession = ''): Promise<void> {
  await within.run('DELETE FROM one_time_tokens WHERE account_id = ?', id)
  await within.run('DELETE FROM sessions WHERE account_id = ? AND id <> ?', id, keptSession)
}

class LastAdmin extends Error {}
