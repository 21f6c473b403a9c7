/** `npm run account -- add NAME@HOST --role admin|editor|viewer`: makes a local account. */
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { SettingsError } from '#lib/env.ts'
import { createAccount, newAccountSchema } from '#lib/session/accounts.ts'
import { fail } from './setup.mjs'

const USAGE = 'Usage: npm run account -- add NAME@HOST --role admin|editor|viewer'

try {
  await main()
} catch (error) {
  if (error instanceof SettingsError) fail(error.message)
  throw error
}

async function main(): Promise<void> {
  const { email, role } = readArguments()
  const password = stdin.isTTY ? await askPassword() : (await text(stdin)).replace(/\r?\n$/, '')
  const account = newAccountSchema.safeParse({ email, role, password })
  if (!account.success) {
    const issue = account.error.issues[0]
    return fail(`The ${issue?.path.join('.') || 'input'} ${issue?.message}.`)
  }
  if (!(await createAccount(account.data))) fail('There is already an account with this e-mail address.')
  console.log(`${account.data.email} can now sign in (${account.data.role}).`)
}

function readArguments(): { email: string; role: string } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string' } },
    })
    const [command, email] = positionals
    if (command === 'add' && email && positionals.length === 2 && values.role)
      return { email, role: values.role }
  } catch {
    // Unknown options get the same sentence.
  }
  return fail(USAGE)
}

/** Asks twice without showing what is typed. */
async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: stdin, output: silent, terminal: true })
  const ask = async (question: string) => {
    stdout.write(question)
    const answer = await prompt.question('')
    stdout.write('\n')
    return answer
  }
  const password = await ask('Password: ')
  const again = await ask('The same password again: ')
  prompt.close()
  return password === again ? password : fail('The two passwords differ.')
}
