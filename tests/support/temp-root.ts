import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { TEMP_BASE } from './temp-base.ts'

declare module 'vitest' {
  interface ProvidedContext {
    tempRoot: string
    /** Only where tests put something in the place of modules. */
    replacesModules?: boolean
  }
}

/** One folder for all temporary folders of a run, so that what a cancelled call still wrote late goes too. */
export function setup({ provide }: TestProject): () => void {
  const root = mkdtempSync(join(TEMP_BASE, 'portrait-desk-tests-'))
  provide('tempRoot', root)
  return () => rmSync(root, { recursive: true, force: true })
}
