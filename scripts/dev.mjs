/** `npm run dev`: the desk with hot reload against the sandbox. */
import { become, ensureInstalled, heedSignals } from './setup.mjs'

heedSignals()
await ensureInstalled()
become(['--conditions=react-server', 'scripts/serve.ts', 'dev'])
