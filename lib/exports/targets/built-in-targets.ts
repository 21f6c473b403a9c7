import { FILES_BY_NUMBER } from './files-by-number.ts'
import type { Target } from './target.ts'

/** In the order in which people are shown them. */
export const BUILT_IN_TARGETS: readonly Target[] = [FILES_BY_NUMBER]
