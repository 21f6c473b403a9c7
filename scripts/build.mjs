/** `npm run build`: makes a production build, unless there is one of these sources. */
import { ensureBuilt, ensureInstalled, heedSignals } from './setup.mjs'

heedSignals()
await ensureInstalled()
await ensureBuilt()
