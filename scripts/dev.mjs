/** `npm run dev`: the desk with hot reload against the sandbox. */
import { become, ensureInstalled } from './setup.mjs'

ensureInstalled()
become(['--conditions=react-server', '--env-file-if-exists=.env', 'scripts/serve.ts', 'dev'])
