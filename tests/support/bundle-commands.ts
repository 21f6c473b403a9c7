import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { AT_ITS_PLACE, bundle } from './bundle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which `operator.ts` finds commands. */
    commands: string
  }
}

const COMMANDS = ['account', 'backup', 'doctor/doctor', 'person', 'photos', 'restore', 'store']

/**
 * The operator commands, bundled as in a packed desk. `tests/nightly/unit/scripts/commands.test.ts` runs their
 * sources.
 */
export async function setup(project: TestProject): Promise<void> {
  const dir = join(project.getProvidedContext().tempRoot, 'commands')
  await bundle(
    COMMANDS.map(name => `scripts/${name}.ts`),
    dir,
    [AT_ITS_PLACE],
  )
  project.provide('commands', join(dir, 'scripts'))
}
