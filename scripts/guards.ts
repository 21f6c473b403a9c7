/**
 * `npm run test:guards`: takes each guard of `tests/guards/mutations.ts` away in a copy of the house and wants to see a
 * test turn red. A guard that nobody would miss fails the run, and so does a row that no longer fits the code. The table
 * of what caught what is also kept as `test-results/guards.md`.
 *
 * `npm run test:guards -- nonce host` looks at these only; `--workers=4` looks at four at a time, each in a copy of its
 * own (as many as there are cores, unless said otherwise).
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutation, takeOut } from '#tests/guards/mutation.ts'
import { MUTATIONS } from '#tests/guards/mutations.ts'
import { endRuns, runTests } from './run-tests.ts'
import { fail, ROOT } from './setup.mjs'

type Outcome = { row: Mutation; state: 'red' | 'NOT SEEN' | 'STALE'; by: string }

const LEFT_BEHIND = new Set(['.git', '.next', '.data', 'node_modules', 'test-results'])
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
const [firstCopy = fail('There is no guard to take away.')] = copies
const untouched = await runTests(firstCopy, [...new Set(rows.flatMap(({ tests }) => tests))], {
  maxWorkers: workers,
})
if (untouched.failed.length > 0 || untouched.passed === 0)
  fail(`Nothing is taken away yet, and this is red already: ${untouched.failed.join(', ') || 'everything'}`)

const outcomes = new Map<Mutation, Outcome>()
const waiting = rows.values()
await Promise.all(copies.map(workOff))

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

/** All copies take their rows from one line: whichever is free takes the next. */
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
  if (without === null) return { row, state: 'STALE', by: 'the row does not fit the code any more' }
  writeFileSync(path, without)
  try {
    const { failed, passed } = await runTests(copy, row.tests, { maxWorkers: 1, bail: 1 })
    const [first] = failed
    if (first !== undefined) return { row, state: 'red', by: first }
    return { row, state: 'NOT SEEN', by: passed > 0 ? 'no test turned red' : 'no test could be run' }
  } finally {
    writeFileSync(path, source)
  }
}

function toLine({ row, state, by }: Outcome): string {
  return `${state} · ${row.id} · ${row.guard} · ${by}`
}

function toMarkdown(all: Outcome[], sum: string): string {
  const lines = all.map(({ row, state, by }) =>
    ['', state, `\`${row.id}\``, row.guard, by.replaceAll('|', '\\|'), ''].join(' | ').trim(),
  )
  return ['# Guards', '', sum, '', '| | row | guard | noticed by |', '|---|---|---|---|', ...lines, ''].join(
    '\n',
  )
}
