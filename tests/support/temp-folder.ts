import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'

/** An empty folder for one test, deleted after the test. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(inject('tempRoot'), 'test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
