import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle, OUTSIDE_NEXT, ROOT } from './bundle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `desk-process.ts` starts desks. */
    deskProgram: string
  }
}

const SERVER = 'tests/support/desk-server'

/** The desk that tests start as a process. Handlers are loaded when they are first asked for, each by its name. */
export async function setup(project: TestProject): Promise<void> {
  const dir = join(project.getProvidedContext().tempRoot, 'desk')
  await bundle([`${SERVER}.ts`, ...globSync('app/api/**/route.ts', { cwd: ROOT })], dir, [OUTSIDE_NEXT])
  project.provide('deskProgram', join(dir, `${SERVER}.mjs`))
}
