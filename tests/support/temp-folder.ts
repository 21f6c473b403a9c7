import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder for one test; gone when the test is over. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portrait-desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
