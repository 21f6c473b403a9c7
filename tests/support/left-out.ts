import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One line for each skipped test. `npm test` prints the file last, and in CI counts each line as a failure. */
const LEFT_OUT_FILE = join(import.meta.dirname, '../../test-results/left-out.txt')

/**
 * Records what this machine cannot test, and which program is missing, because a skipped test must not look like a
 * passed one.
 */
export function leaveOut(what: string, missing: string): void {
  mkdirSync(dirname(LEFT_OUT_FILE), { recursive: true })
  appendFileSync(LEFT_OUT_FILE, `${what}, for lack of ${missing}\n`)
}
