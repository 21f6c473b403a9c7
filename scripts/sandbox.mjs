/** `npm run sandbox`: the portrait service in a box, alone. */
import { become, ensureInstalled } from './setup.mjs'

await ensureInstalled()
become(['sandbox/server/main.ts'])
