import { BADGE_TARGETS } from './badge-targets.ts'
import { DIRECTORY_TARGETS } from './directory-targets.ts'
import { FILE_TARGETS } from './file-targets.ts'
import { HR_TARGETS } from './hr-targets.ts'
import { LEARNING_TARGETS } from './learning-targets.ts'
import type { Target } from './target.ts'
import { WEBSITE_TARGETS } from './website-targets.ts'

/** In display order; the first is the default. */
export const BUILT_IN_TARGETS: readonly Target[] = [
  ...FILE_TARGETS,
  ...DIRECTORY_TARGETS,
  ...HR_TARGETS,
  ...BADGE_TARGETS,
  ...LEARNING_TARGETS,
  ...WEBSITE_TARGETS,
]
