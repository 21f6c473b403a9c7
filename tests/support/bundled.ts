import { join } from 'node:path'
import { inject } from 'vitest'

/** How Node is asked to run a bundled program (`bundle.ts`); its path comes after them. */
export const BUNDLED_FLAGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

/** `COMPILE_CACHE` for a bundled program, which goes with the run that has made it. */
export const bundledCompileCache = () => ({ NODE_COMPILE_CACHE: join(inject('tempRoot'), 'compiled') })
