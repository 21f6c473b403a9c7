/** `npm run build`: a production build, when there is none of these sources. */
import { ensureBuilt, ensureInstalled, heedSignals } from './setup.mjs'

heedSignals()
await ensureInstalled()
await ensureBuilt()
