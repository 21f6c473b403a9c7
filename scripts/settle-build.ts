/** The last step of a build: see `base-path.ts`. */
import { settleBuild } from './base-path.ts'
import { ROOT } from './setup.mjs'

settleBuild(ROOT)
