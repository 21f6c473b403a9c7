/** Runs `scripts/NAME.ts` with the settings of the desk after an install: `node scripts/run.mjs account …`. */
import { become, ensureInstalled } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)
await ensureInstalled()
become(['--conditions=react-server', `scripts/${name}.ts`, ...args])
