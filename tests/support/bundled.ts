import { join } from 'node:path'
import { inject } from 'vitest'

/** Node's options for a bundled program (`bundle.ts`); its path comes after them. */
export const BUNDLED_FLAGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

/** `COMPILE_CACHE` for a bundled program; it is deleted with the run. */
export const bundledCompileCache = () => ({ NODE_COMPILE_CACHE: join(inject('tempRoot'), 'compiled') })
