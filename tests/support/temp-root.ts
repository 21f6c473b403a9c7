import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { TEMP_BASE } from './temp-base.ts'

declare module 'vitest' {
  interface ProvidedContext {
    tempRoot: string
    /** True only for tests that replace modules. */
    replacesModules?: boolean
  }
}

/** One folder for all temporary folders of a run, so that late writes of cancelled calls are deleted, too. */
export function setup({ provide }: TestProject): () => void {
  const root = mkdtempSync(join(TEMP_BASE, 'portrait-desk-tests-'))
  provide('tempRoot', root)
  return () => rmSync(root, { recursive: true, force: true })
}
