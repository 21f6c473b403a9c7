/**
 * `portrait-desk COMMAND …`: all commands of an operator, in a checkout, a packed desk and the image alike. Each
 * command reads its own arguments, and is loaded on demand.
 */
import packageJson from '#package.json' with { type: 'json' }
import { fail } from '../setup.mjs'
import { USAGE } from '../usage.ts'

type Command = { does: string; run: () => Promise<unknown> }

const COMMANDS: Record<keyof typeof USAGE, Command> = {
  start: { does: 'starts the desk, in practice mode with the sandbox', run: () => import('../serve.ts') },
  account: {
    does: 'accounts: add, list, role, disable, enable, reset-link',
    run: () => import('../account.ts'),
  },
  backup: {
    does: 'copies the database to a file, also while the desk runs',
    run: () => import('../backup.ts'),
  },
  store: {
    does: 'copy --from sqlite --to URL: moves a desk to PostgreSQL, or back',
    run: () => import('../store.ts'),
  },
  restore: { does: 'puts a backup in the place of the database', run: () => import('../restore.ts') },
  doctor: {
    does: 'a page about this desk, with what to do; no secrets',
    run: () => import('../doctor/doctor.ts'),
  },
  person: { does: 'shows or removes what is held about an employee', run: () => import('../person.ts') },
  photos: { does: 'wipe: empties the photo store', run: () => import('../photos.ts') },
  healthcheck: { does: 'exit code 0 when the desk answers, else 1', run: () => import('./healthcheck.ts') },
  sandbox: {
    does: 'the portrait service in a box, alone',
    run: () => import('#sandbox/server/main.ts'),
  },
}

const [name = 'help'] = process.argv.splice(2, 1)
const args = process.argv.slice(2)
if (isCommand(name)) {
  // The usage is printed before the command is loaded, because the settings may not exist yet.
  if (args[0] === 'help' || args.includes('--help')) console.log(USAGE[name])
  else await COMMANDS[name].run()
} else if (name === '--version') console.log(packageJson.version)
else if (name === 'help' || name === '--help') console.log(toHelp())
else fail(`There is no command of this name.\n${toHelp()}`)

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name)
}

function toHelp(): string {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length))
  const lines = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`)
  return [`Portrait Desk ${packageJson.version}`, 'Usage: portrait-desk COMMAND …', ...lines].join('\n')
}
