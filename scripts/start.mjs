/** `npm start`: from a fresh clone to a running desk. Installs and builds only what is missing or stale. */
import { become, ensureBuilt, ensureInstalled, heedSignals } from './setup.mjs'

heedSignals()
await ensureInstalled()
await ensureBuilt()
become(['--conditions=react-server', 'scripts/serve.ts', 'start'], {
  NODE_ENV: 'production',
})
