import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle, OUTSIDE_NEXT, ROOT } from './bundle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program that `desk-process.ts` starts as a desk. */
    deskProgram: string
  }
}

const SERVER = 'tests/support/desk-server'

/** Bundles the desk that tests start as a process. Each handler is loaded at its first request, by its name. */
export async function setup(project: TestProject): Promise<void> {
  const dir = join(project.getProvidedContext().tempRoot, 'desk')
  await bundle([`${SERVER}.ts`, ...globSync('app/api/**/route.ts', { cwd: ROOT })], dir, [OUTSIDE_NEXT])
  project.provide('deskProgram', join(dir, `${SERVER}.mjs`))
}
