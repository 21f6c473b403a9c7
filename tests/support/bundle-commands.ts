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

/** What an operator types, in a bundle as in a packed desk. `commands.test.ts` runs the source of each. */
export async function setup(project: TestProject): Promise<void> {
  const dir = join(project.getProvidedContext().tempRoot, 'commands')
  await bundle(
    COMMANDS.map(name => `scripts/${name}.ts`),
    dir,
    [AT_ITS_PLACE],
  )
  project.provide('commands', join(dir, 'scripts'))
}
