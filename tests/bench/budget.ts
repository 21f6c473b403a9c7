/**
 * `npm run bench:budget`: how well the budget uses the service's limit, against the sandbox with a window of 6 seconds
 * instead of a minute. Floors scale with the window. Several desks that share a key (6) need an empty PostgreSQL
 * database: `BENCH_DATABASE_URL=postgres://… npm run bench:budget -- 6`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { startSandbox } from './bench-sandbox.ts'
import { type Line, printTable, sleep } from './measures.ts'
import type { SharedResult, SharedWork } from './shared-desk.ts'

const WINDOW_MS = 6_000
const LIMIT = 120
/** 700 photos are six bursts of 120, so the last one begins five windows after the first. */
const FLOOR_MS = 5 * WINDOW_MS
const GOALS = { alone: 1.03, together: 1.05, waitMs: 150, refused: 0, calls: 5, neighbourWindows: 0.25 }

const RUNS = [alone, withPeople, openedByMany, cachedPage, besideGreedy, sharedByDesks]

const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-bench-'))
const sandbox = await startSandbox(WINDOW_MS)
const operatorKey = await sandbox.createKey()
Object.assign(process.env, {
  APP_SECRET: 'a secret for measurements, 32 characters or more',
  APP_URL: 'https://desk.example.test',
  DATA_DIR: dataDir,
  PORTRAIT_API_URL: `${sandbox.origin}/api/v1`,
  PORTRAIT_API_KEY: operatorKey.key,
  PORTRAIT_API_LIMIT: String(LIMIT),
  PORTRAIT_API_WINDOW_MS: String(WINDOW_MS),
})
const log = console.log
let revokeLast = async () => {}
try {
  // Log lines of the desk would appear inside the table.
  console.log = () => {}
  const lines = await measure()
  console.log = log
  printTable(lines)
  process.exitCode = lines.some(({ met }) => met === false) ? 1 : 0
} finally {
  console.log = log
  await sandbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Runs all measurements, or those with the given numbers: `npm run bench:budget -- 3 4`. */
async function measure(): Promise<Line[]> {
  const chosen = process.argv.slice(2)
  await warmUp()
  const lines: Line[] = []
  for (const [index, run] of RUNS.entries())
    if (chosen.length === 0 || chosen.includes(String(index + 1))) lines.push(...(await run()))
  return lines
}

/** Draws the portraits first, because they are drawn at the first request and that time is not measured. */
async function warmUp(): Promise<void> {
  process.stderr.write('Drawing 700 portraits …\n')
  const first = 1001
  for (let start = 0; start < 700; start += 100) {
    const { id, key } = await sandbox.createKey()
    const headers = { authorization: `Bearer ${key}` }
    const asked = Array.from({ length: 100 }, async (_, index) => {
      const url = `${sandbox.origin}/api/v1/employees/${first + start + index}/photo?size=3`
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The sandbox answered ${answer.status}.`)
    })
    await Promise.all(asked)
    await sandbox.revokeKey(id)
  }
}

/** Connects with a new key. An account has five keys at most, so the key of the previous measurement is revoked. */
async function connect() {
  await revokeLast()
  const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
  const { id, key } = await sandbox.createKey()
  revokeLast = () => sandbox.revokeKey(id)
  const as = (person: string) => connectWithKey(key, { person })
  return { client: connectWithKey(key), as, calls: () => sandbox.calls(id) }
}

async function alone(): Promise<Line[]> {
  process.stderr.write('1. 700 photos, nobody else …\n')
  const { exportAll, fetchAll, fullestWindow } = await import('./photo-export.ts')
  const { client, calls } = await connect()
  const ratio = (await fetchAll(client)) / FLOOR_MS
  const journal = await calls()
  const fromClick = (await exportAll((await connect()).client)) / FLOOR_MS
  return [
    {
      measure: '1 · 700 photos alone: time ÷ floor',
      value: ratio.toFixed(3),
      goal: `≤ ${GOALS.alone}`,
      met: ratio <= GOALS.alone,
    },
    {
      measure: '1 · calls 1, 120, 121, 600, 601, last, after ms',
      value: [1, 120, 121, 600, 601, journal.length].map(number => since(journal, number)).join(', '),
      goal: '',
      met: null,
    },
    {
      measure: '1 · the same from the click that starts it',
      value: fromClick.toFixed(3),
      goal: '',
      met: null,
    },
    {
      measure: '1 · most calls in any window',
      value: String(fullestWindow(journal, WINDOW_MS)),
      goal: `≤ ${LIMIT}`,
      met: fullestWindow(journal, WINDOW_MS) <= LIMIT,
    },
  ]
}

/** When the service received the call with this number, in milliseconds after the first one. */
function since(journal: { time: number }[], number: number): number {
  return (journal[number - 1]?.time ?? 0) - (journal[0]?.time ?? 0)
}

async function withPeople(): Promise<Line[]> {
  process.stderr.write('2. 700 photos while 20 people click …\n')
  const { clickAll, exportAll, fullestWindow, ownLatency } = await import('./photo-export.ts')
  const { percentile } = await import('./measures.ts')
  const own = await ownLatency((await connect()).client)
  const { client, as, calls } = await connect()
  const ended = new AbortController()
  const clicking = clickAll(as, ended.signal)
  const ratio = (await exportAll(client).finally(() => ended.abort())) / FLOOR_MS
  const { waits, refused } = await clicking
  const beyond = percentile(waits, 0.95) - own
  const journal = await calls()
  const limited = journal.filter(({ status }) => status === 429).length
  return [
    {
      measure: '2 · 20 people click: p95 of waits beyond the service',
      value: `${beyond.toFixed(0)} ms`,
      goal: `≤ ${GOALS.waitMs} ms`,
      met: beyond <= GOALS.waitMs,
    },
    {
      measure: '2 · answers 429 (service, desk)',
      value: `${limited}, ${refused}`,
      goal: '0, 0',
      met: limited + refused === GOALS.refused,
    },
    {
      measure: '2 · clicks, longest wait, service alone',
      value: `${waits.length}, ${Math.max(...waits).toFixed(0)} ms, ${own.toFixed(1)} ms`,
      goal: '',
      met: null,
    },
    {
      measure: '2 · 700 photos meanwhile: time ÷ floor',
      value: ratio.toFixed(3),
      goal: '',
      met: null,
    },
    {
      measure: '2 · most calls in any window',
      value: String(fullestWindow(journal, WINDOW_MS)),
      goal: `≤ ${LIMIT}`,
      met: fullestWindow(journal, WINDOW_MS) <= LIMIT,
    },
  ]
}

async function openedByMany(): Promise<Line[]> {
  process.stderr.write('3. 25 people open one project …\n')
  const { requireProject } = await import('#lib/projects/projects.ts')
  const { loadRoster } = await import('#lib/employees/roster.ts')
  const { client, calls } = await connect()
  const open = async (number: number) => {
    await sleep((number * 2_000) / 25)
    await requireProject(client, LARGE_PROJECT.id)
    const people = await loadRoster(client, LARGE_PROJECT.id)
    if (people.length !== 700) throw new Error(`The roster holds ${people.length} people.`)
  }
  await Promise.all(Array.from({ length: 25 }, (_, number) => open(number)))
  const count = (await calls()).length
  return [
    {
      measure: '3 · 25 people open 700 employees: calls',
      value: String(count),
      goal: `≤ ${GOALS.calls}`,
      met: count <= GOALS.calls,
    },
  ]
}

async function cachedPage(): Promise<Line[]> {
  process.stderr.write('4. A cached list page through its route handler …\n')
  const { measureCachedPage } = await import('./cached-page.ts')
  const { perSecond, p99 } = await measureCachedPage()
  return [
    {
      measure: '4 · cached list page, 10 at once',
      value: `${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`,
      goal: '',
      met: null,
    },
  ]
}

async function besideGreedy(): Promise<Line[]> {
  process.stderr.write('5. An editor beside twelve loops of forced refreshes …\n')
  const { editBeside } = await import('./neighbour.ts')
  const { fullestWindow } = await import('./photo-export.ts')
  const { percentile } = await import('./measures.ts')
  const idle = await editBeside((await connect()).as, { greedy: false, ms: 3 * WINDOW_MS })
  const { as, calls } = await connect()
  const greedy = await editBeside(as, { greedy: true, ms: 3 * WINDOW_MS })
  const [alone, beside] = [percentile(idle.waits, 0.5), percentile(greedy.waits, 0.5)]
  const journal = await calls()
  const limited = journal.filter(({ status }) => status === 429).length
  return [
    {
      measure: '5 · a read and a change beside them ÷ beside an idle neighbour (median)',
      value: `${(beside / alone).toFixed(2)} (${beside.toFixed(0)} and ${alone.toFixed(0)} ms)`,
      goal: '',
      met: null,
    },
    {
      measure: '5 · longest of the editor, in windows',
      value: (Math.max(...greedy.waits) / WINDOW_MS).toFixed(2),
      goal: `≤ ${GOALS.neighbourWindows}`,
      met: Math.max(...greedy.waits) / WINDOW_MS <= GOALS.neighbourWindows,
    },
    {
      measure: '5 · answers 429 (service, editor)',
      value: `${limited}, ${greedy.refused}`,
      goal: '0, 0',
      met: limited + greedy.refused === GOALS.refused,
    },
    {
      measure: '5 · most calls in any window; refreshes that were answered in three',
      value: `${fullestWindow(journal, WINDOW_MS)}; ${greedy.greedyCalls}`,
      goal: `≤ ${LIMIT}`,
      met: fullestWindow(journal, WINDOW_MS) <= LIMIT,
    },
  ]
}

/** Several desks on one key, each a process with its own folder. */
async function sharedByDesks(): Promise<Line[]> {
  const connectionString = process.env.BENCH_DATABASE_URL
  if (!connectionString) {
    process.stderr.write('6. Desks that share a key: left out, there is no BENCH_DATABASE_URL.\n')
    return []
  }
  const { Client } = await import('pg')
  const { CALL_LEDGER_MIGRATION } = await import('#lib/store/call-ledger-schema.ts')
  const database = new Client({ connectionString })
  await database.connect()
  await database.query(`DROP TABLE IF EXISTS call_ledgers; ${CALL_LEDGER_MIGRATION}`)
  await database.end()
  const lines: Line[] = []
  for (const desks of [1, 2, 5]) {
    process.stderr.write(`6. 700 photos by ${desks} ${desks === 1 ? 'desk' : 'desks'} through PostgreSQL …\n`)
    const shares = Array.from(
      { length: desks },
      (_, number) => ({ kind: 'fetch', number, of: desks }) as const,
    )
    const { results, journal } = await runDesks(shares)
    const began = Math.min(...results.map(({ beganAt }) => beganAt))
    const ended = Math.max(...results.map(({ endedAt }) => endedAt))
    // Each desk reads the list for itself: five desks make 725 calls.
    const floorMs = Math.floor((journal.length - 1) / LIMIT) * WINDOW_MS
    const ratio = (ended - began) / floorMs
    const goal = desks === 1 ? GOALS.alone : GOALS.together
    lines.push({
      measure: `6 · 700 photos by ${desks} ${desks === 1 ? 'desk' : 'desks'} through PostgreSQL: time ÷ floor`,
      value: ratio.toFixed(3),
      goal: `≤ ${goal}`,
      met: ratio <= goal,
    })
    lines.push(...(await keptLimit(`${desks}`, journal)))
  }
  process.stderr.write('6. 20 people click at one desk while another exports …\n')
  const { percentile } = await import('./measures.ts')
  const exporting = { kind: 'fetch', number: 0, of: 1 } as const
  const { results, journal } = await runDesks([exporting, { kind: 'click', ms: FLOOR_MS }])
  const [exported, clicked] = results
  if (!exported || !clicked) throw new Error('A desk has said nothing.')
  const beyond = percentile(clicked.waits, 0.95) - clicked.ownMs
  return [
    ...lines,
    {
      measure: '6 · 20 people click beside another desk’s export: p95 of waits beyond the service',
      value: `${beyond.toFixed(0)} ms (longest ${Math.max(...clicked.waits).toFixed(0)} ms)`,
      goal: `≤ ${GOALS.waitMs} ms`,
      met: beyond <= GOALS.waitMs,
    },
    {
      measure: '6 · 700 photos meanwhile: time ÷ floor; refused',
      value: `${((exported.endedAt - exported.beganAt) / FLOOR_MS).toFixed(3)}; ${clicked.refused}`,
      goal: '',
      met: null,
    },
    ...(await keptLimit('click and export', journal)),
  ]
}

async function keptLimit(desks: string, journal: Awaited<ReturnType<typeof sandbox.calls>>): Promise<Line[]> {
  const { fullestWindow } = await import('./photo-export.ts')
  const limited = journal.filter(({ status }) => status === 429).length
  const most = fullestWindow(journal, WINDOW_MS)
  return [
    {
      measure: `6 · calls 1, 120, 121, 600, 601, last, after ms (${desks})`,
      value: [1, 120, 121, 600, 601, journal.length].map(number => since(journal, number)).join(', '),
      goal: '',
      met: null,
    },
    {
      measure: `6 · most calls in any window, answers 429 (${desks})`,
      value: `${most}, ${limited}`,
      goal: `≤ ${LIMIT}, 0`,
      met: most <= LIMIT && limited === 0,
    },
  ]
}

/** Starts all desks at the same moment. */
async function runDesks(works: SharedWork[]) {
  await revokeLast()
  const { id, key } = await sandbox.createKey()
  revokeLast = () => sandbox.revokeKey(id)
  const flags = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  const desks = works.map(work => {
    const folder = mkdtempSync(join(dataDir, 'desk-'))
    return spawn(
      process.execPath,
      [...flags, join(import.meta.dirname, 'shared-desk.ts'), JSON.stringify(work)],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, DATA_DIR: folder, PORTRAIT_API_KEY: key },
      },
    )
  })
  await Promise.all(desks.map(({ stdout }) => once(stdout, 'data')))
  const results = desks.map(async ({ stdin, stdout }): Promise<SharedResult> => {
    stdin.write('go\n')
    let said = ''
    for await (const chunk of stdout) said += String(chunk)
    return JSON.parse(said)
  })
  return { results: await Promise.all(results), journal: await sandbox.calls(id) }
}
