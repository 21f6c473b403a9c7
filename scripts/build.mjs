/** `npm run build`: a production build, when there is none of these sources. */
import { ensureBuilt, ensureInstalled } from './setup.mjs'

ensureInstalled()
ensureBuilt()
