import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { binary } from './setup.mjs'

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), title: z.string() })),
    }),
  ),
})
const running = new Set<ChildProcess>()

export type FailedTest = { file: string; title: string }

/**
 * Runs these tests of a copy of the project; `bail` ends the run after this many failures. A file that cannot be
 * loaded, or that does not end, has no failed test and proves nothing about a guard. The tests run as at night
 * (`tests/support/night.ts`).
 */
export async function runTests(
  folder: string,
  tests: string[],
  { workers, bail = 0, maxMs }: { workers: number; bail?: number; maxMs: number },
): Promise<{ passed: number; failed: FailedTest[] }> {
  const report = join(folder, 'run-tests.json')
  rmSync(report, { force: true })
  const settings = [`--maxWorkers=${workers}`, `--bail=${bail}`, '--cache=false']
  const reporter = ['--reporter=json', `--outputFile.json=${report}`]
  const args = [binary('vitest'), 'run', ...settings, ...reporter, ...tests]
  const env = { ...process.env, NIGHTLY: '1' }
  const run = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore', detached: true })
  running.add(run)
  const timer = setTimeout(endRun, maxMs, run)
  await once(run, 'exit')
  clearTimeout(timer)
  endRun(run)
  if (!existsSync(report)) return { passed: 0, failed: [] }
  const { numPassedTests, testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title }) => ({ file: relative(folder, name), title })),
  )
  return { passed: numPassedTests, failed }
}

export function endRuns(): void {
  for (const run of running) endRun(run)
}

/** Ends a run with all its workers. A worker in an endless loop does not notice that the others have ended. */
function endRun(run: ChildProcess): void {
  running.delete(run)
  if (run.pid === undefined) return
  try {
    process.kill(-run.pid, 'SIGKILL')
  } catch {
    // All of them had ended already.
  }
}
