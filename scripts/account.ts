/**
 * `portrait-desk account …`: manages accounts from the command line, for the first start and after a lock-out.
 *   add NAME@HOST --role admin|editor|viewer   makes an account; asks for its password
 *   role NAME@HOST --role admin|editor|viewer  changes its role
 *   disable NAME@HOST · enable NAME@HOST       ends its sessions; lets it in again
 *   reset-link NAME@HOST                       prints a link with which its account sets a new password
 *   list                                       prints all accounts
 * An account of single sign-on is named by its e-mail as well, or by its id if others have the same e-mail.
 * It is safe beside a running desk, which reads the changes at the next request. `--practice`: the accounts of practice
 * mode.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { recordChange } from '#lib/activity/record-activity.ts'
import type { Account } from '#lib/contracts/accounts.ts'
import { OPERATOR } from '#lib/contracts/activity.ts'
import { ROLES, type Role } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { createAccount, newAccountSchema } from '#lib/session/accounts/accounts.ts'
import { changeAccount, listAccounts, renewLink } from '#lib/session/accounts/manage-accounts.ts'
import { findPasswordProblem } from '#lib/session/password/password-rules.ts'
import { getEnv, SettingsError } from '#lib/settings/env.ts'
import { closeDatabase, requireServer } from '#lib/store/database.ts'
import { DatabaseError } from '#lib/store/database-file.ts'
import { askPassword } from './ask-password.ts'
import { requireOperator } from './operator.ts'
import { fail } from './setup.mjs'
import { USAGE } from './usage.ts'

/** An operator on the server has no account, and may do everything. */
const ACTOR = { id: OPERATOR, email: OPERATOR, role: 'admin' } as const

type Command = { name: string; email: string; role: Role | undefined }

const COMMANDS: Record<string, { email: boolean; role: boolean; run: (command: Command) => Promise<void> }> =
  {
    add: { email: true, role: true, run: add },
    role: {
      email: true,
      role: true,
      run: async ({ email, role }) => tell(await changeAccount(ACTOR, await findId(email), { role })),
    },
    disable: {
      email: true,
      role: false,
      run: async ({ email }) => tell(await changeAccount(ACTOR, await findId(email), { status: 'disabled' })),
    },
    enable: {
      email: true,
      role: false,
      run: async ({ email }) => tell(await changeAccount(ACTOR, await findId(email), { status: 'active' })),
    },
    'reset-link': {
      email: true,
      role: false,
      run: async ({ email }) => console.log((await renewLink(ACTOR, await findId(email))).url),
    },
    list: { email: false, role: false, run: async () => (await listAccounts()).forEach(tell) },
  }

process.once('exit', closeDatabase)
try {
  const command = readCommand(requireOperator(process.argv.slice(2)))
  await requireServer()
  await COMMANDS[command.name]?.run(command)
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseError) fail(error.message)
  if (error instanceof DeskError) fail(MESSAGES.en.errors[error.code])
  throw error
}

async function add({ email, role }: Command): Promise<void> {
  if (!getEnv().localSignIn) throw new DeskError('single_sign_on_only')
  const account = newAccountSchema.safeParse({ email, role, password: await askPassword() })
  if (!account.success) {
    const issue = account.error.issues[0]
    return fail(`The ${issue?.path.join('.') || 'input'} ${issue?.message}.`)
  }
  const problem = findPasswordProblem(account.data.password, [email, getEnv().appName])
  if (problem) fail(MESSAGES.en.passwords.problems[problem])
  const id = randomUUID()
  const details = { account: { id, email: account.data.email }, role: account.data.role }
  await recordChange({ actor: ACTOR, action: 'account_added', details }, async () => {
    if (!(await createAccount({ ...account.data, id }))) throw new DeskError('email_taken')
  })
  console.log(`${account.data.email} can now sign in (${account.data.role}).`)
}

/**
 * Finds an account by its id, or by an e-mail that no other account has. Accounts of single sign-on may share an
 * e-mail.
 */
async function findId(word: string): Promise<string> {
  const found = (await listAccounts()).filter(
    ({ id, email }) => id === word || email.toLowerCase() === word.toLowerCase(),
  )
  if (found.length > 1)
    fail(
      `Several accounts have this e-mail address; name one by the id:\n${found.map(account => `${account.id}\t${toLine(account)}`).join('\n')}`,
    )
  return found[0]?.id ?? fail('There is no account with this e-mail address or id.')
}

function tell(account: Account): void {
  console.log(toLine(account))
}

function toLine({ email, role, status, method }: Account): string {
  return [email, role, status, method === 'oidc' ? 'single sign-on' : 'password'].join('\t')
}

function readCommand(args: string[]): Command {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' } },
    })
    const [name = '', email = '', ...rest] = positionals
    const wanted = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    const role = ROLES.find(role => role === values.role)
    const fits =
      wanted && rest.length === 0 && wanted.email === (email !== '') && wanted.role === (role !== undefined)
    if (fits) return { name, email, role }
  } catch {
    // Unknown options get the same message.
  }
  return fail(USAGE.account)
}
