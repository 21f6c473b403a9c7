/**
 * `npm run test:guards`: removes each guard of `tests/nightly/guards/mutations.ts` in a copy of the project; a test
 * must fail then. A guard without a failing test fails the run, and so does a row that no longer matches the code. The
 * table of guards and failing tests is also written to `test-results/guards.md`.
 *
 * `npm run test:guards -- nonce host` tries these guards only. `--workers=4` tries four at a time, each in its own
 * copy; the default is the number of cores.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutation, takeOut } from '#tests/nightly/guards/mutation.ts'
import { MUTATIONS } from '#tests/nightly/guards/mutations.ts'
import { endRuns, type FailedTest, runTests } from './run-tests.ts'
import { fail, ROOT } from './setup.mjs'

type Outcome = { row: Mutation; state: 'NOT SEEN' | 'STALE'; why: string } | Noticed
type Noticed = { row: Mutation; state: 'red'; by: FailedTest }

const LEFT_BEHIND = new Set(['.git', '.next', '.data', 'dist', 'node_modules', 'test-results'])
/** The time limit for one row, and for one run of all tests that failed in any row. */
const ROW_MAX_MS = 5 * 60_000
const ALL_MAX_MS = 60 * 60_000
const TABLE = join(ROOT, 'test-results', 'guards.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: 'string', default: String(availableParallelism()) } },
})
const workers = Number(values.workers)
if (!Number.isInteger(workers) || workers < 1) fail('--workers must be a whole number of 1 or more.')
const unknown = positionals.filter(id => MUTATIONS.every(row => row.id !== id))
if (unknown.length > 0) fail(`There is no guard of this name: ${unknown.join(', ')}`)
const rows = MUTATIONS.filter(({ id }) => positionals.length === 0 || positionals.includes(id))

const home = mkdtempSync(join(tmpdir(), 'portrait-desk-guards-'))
process.on('exit', () => {
  endRuns()
  rmSync(home, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const copies = Array.from({ length: Math.min(workers, rows.length) }, (_, index) => makeCopy(index))
const outcomes = new Map<Mutation, Outcome>()
const waiting = rows.values()
await Promise.all(copies.map(workOff))
const noticed = [...outcomes.values()].filter(outcome => outcome.state === 'red')
for (const outcome of await findAlwaysRed(noticed)) outcomes.set(outcome.row, outcome)

const inOrder = rows.flatMap(row => outcomes.get(row) ?? [])
const missed = inOrder.filter(({ state }) => state !== 'red')
const sum = `${rows.length - missed.length} of ${rows.length} guards are noticed when they are gone.`
mkdirSync(dirname(TABLE), { recursive: true })
writeFileSync(TABLE, toMarkdown(inOrder, sum))
if (missed.length > 0) console.log(`\nTo be mended:\n${missed.map(toLine).join('\n')}`)
console.log(`\n${sum}`)
process.exit(missed.length === 0 ? 0 : 1)

function makeCopy(index: number): string {
  const copy = join(home, String(index))
  cpSync(ROOT, copy, {
    recursive: true,
    filter: path => !(dirname(path) === ROOT && LEFT_BEHIND.has(basename(path))),
  })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** All copies share one queue of rows: a free copy takes the next row. */
async function workOff(copy: string): Promise<void> {
  for (const row of waiting) {
    const outcome = await takeAway(copy, row)
    outcomes.set(row, outcome)
    console.log(toLine(outcome))
  }
}

async function takeAway(copy: string, row: Mutation): Promise<Outcome> {
  const path = join(copy, row.file)
  const source = readFileSync(path, 'utf8')
  const without = takeOut(row, source)
  if (without === null) return { row, state: 'STALE', why: 'the row does not fit the code any more' }
  writeFileSync(path, without)
  try {
    const { failed, passed } = await runTests(copy, row.tests, { workers: 1, bail: 1, maxMs: ROW_MAX_MS })
    const [by] = failed
    if (by) return { row, state: 'red', by }
    return { row, state: 'NOT SEEN', why: passed > 0 ? 'no test turned red' : 'no test could be run' }
  } finally {
    writeFileSync(path, source)
  }
}

/** A test that is always red proves nothing. Red tests run once more without a mutation. */
async function findAlwaysRed(noticed: Noticed[]): Promise<Outcome[]> {
  const [copy] = copies
  if (copy === undefined || noticed.length === 0) return []
  const files = [...new Set(noticed.map(({ by }) => by.file))]
  const { failed, passed } = await runTests(copy, files, { workers, maxMs: ALL_MAX_MS })
  if (passed === 0) fail('With all guards in their place the tests could not be run.')
  const red = new Set(failed.map(toName))
  return noticed
    .filter(({ by }) => red.has(toName(by)))
    .map(({ row, by }) => ({ row, state: 'NOT SEEN', why: `red with all guards, too: ${toName(by)}` }))
}

function toLine(outcome: Outcome): string {
  return `${outcome.state} · ${outcome.row.id} · ${outcome.row.guard} · ${toReason(outcome)}`
}

function toReason(outcome: Outcome): string {
  return outcome.state === 'red' ? toName(outcome.by) : outcome.why
}

function toName({ file, title }: FailedTest): string {
  return `${file}: ${title}`
}

function toMarkdown(all: Outcome[], sum: string): string {
  const lines = all.map(outcome => {
    const { state, row } = outcome
    return `| ${state} | \`${row.id}\` | ${row.guard} | ${toReason(outcome).replaceAll('|', '\\|')} |`
  })
  const head = ['| | row | guard | noticed by |', '|---|---|---|---|']
  return ['# Guards', '', sum, '', ...head, ...lines, ''].join('\n')
}
