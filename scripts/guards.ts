/**
 * `npm run test:guards`: takes each guard of `tests/guards/mutations.ts` away in a copy of the house and wants to see a
 * test turn red. A guard that nobody would miss fails the run, and so does a row that no longer fits the code.
 * `npm run test:guards -- nonce host` looks at these only.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { Mutation } from '#tests/guards/mutation.ts'
import { MUTATIONS } from '#tests/guards/mutations.ts'
import { binary, fail, ROOT } from './setup.mjs'

const LEFT_BEHIND = new Set(['.git', '.next', '.data', 'node_modules', 'test-results'])
const RUN_MAX_MS = 5 * 60_000
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), title: z.string() })),
    }),
  ),
})

type Outcome = { ok: boolean; by: string }

let running: ChildProcess | undefined
const wanted = process.argv.slice(2)
const rows = MUTATIONS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const copy = mkdtempSync(join(tmpdir(), 'portrait-desk-guards-'))
process.on('exit', () => {
  endRun()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

cpSync(ROOT, copy, {
  recursive: true,
  filter: path => !(dirname(path) === ROOT && LEFT_BEHIND.has(basename(path))),
})
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

const untouched = await runTests([...new Set(rows.flatMap(({ tests }) => tests))])
if (untouched.failed.length > 0 || untouched.passed === 0)
  fail(`Nothing is taken away yet, and this is red already: ${untouched.failed.join(', ') || 'everything'}`)

let missed = 0
for (const row of rows) {
  const { ok, by } = await takeAway(row)
  if (!ok) missed += 1
  console.log(`${ok ? 'red' : 'NOT SEEN'} · ${row.id} · ${row.guard} · ${by}`)
}
console.log(`\n${rows.length - missed} of ${rows.length} guards are noticed when they are gone.`)
process.exit(missed === 0 && rows.length > 0 ? 0 : 1)

async function takeAway({ file, find, replace, tests }: Mutation): Promise<Outcome> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2) return { ok: false, by: 'the row does not fit the code any more' }
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    const [first] = (await runTests(tests)).failed
    return first ? { ok: true, by: first } : { ok: false, by: 'no test turned red' }
  } finally {
    writeFileSync(path, source)
  }
}

/** A file that cannot even be loaded, or that does not end, has no failed test: that proves nothing about a guard. */
async function runTests(tests: string[]): Promise<{ passed: number; failed: string[] }> {
  const report = join(copy, 'guards.json')
  rmSync(report, { force: true })
  const args = [binary('vitest'), 'run', '--reporter=json', `--outputFile.json=${report}`, ...tests]
  running = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true })
  const timer = setTimeout(endRun, RUN_MAX_MS)
  await once(running, 'exit')
  clearTimeout(timer)
  endRun()
  if (!existsSync(report)) return { passed: 0, failed: [] }
  const { numPassedTests, testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title }) => `${basename(name)}: ${title}`),
  )
  return { passed: numPassedTests, failed }
}

/** Ends a run with all its workers: one that is caught in a loop does not notice that the others are gone. */
function endRun(): void {
  if (running?.pid === undefined) return
  try {
    process.kill(-running.pid, 'SIGKILL')
  } catch {
    // All of them have ended by themselves.
  }
  running = undefined
}
