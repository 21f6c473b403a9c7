/** `npm run dev`: the desk with hot reload against the sandbox. */
import { become, ensureInstalled } from './setup.mjs'

ensureInstalled()
become(['--conditions=react-server', 'scripts/serve.ts', 'dev'])
