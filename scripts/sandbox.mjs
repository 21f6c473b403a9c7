/** `npm run sandbox`: the portrait service in a box, alone. */
import { become, ensureInstalled } from './setup.mjs'

ensureInstalled()
become(['sandbox/main.ts'])
