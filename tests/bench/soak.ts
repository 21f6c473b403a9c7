/**
 * `npm run soak -- --minutes 60`: twenty people at the built desk, for an hour or the given time.
 * They turn pages, search, open faces, leave in the middle of an answer, and correct people. Every five minutes one of
 * them downloads all photos.
 * Each line of the table is a tenth of the time. The last lines show the growth in an hour, by a straight line through
 * all samples.
 * Ends with 1 when an answer failed, or when memory or handles grew in a run of a quarter of an hour or more. `--desk
 * http://localhost:3000` uses a running desk in practice mode, such as the image.
 */
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startPracticeDesk } from '#scripts/practice-desk.mjs'
import { ensureBuilt } from '#scripts/setup.mjs'
import { findListener } from './desk-process.ts'
import { percentile } from './measures.ts'
import { ask, signIn } from './sign-in.ts'

const PORT = 3564
const MINUTE_MS = 60_000
const PEOPLE = 20
const PAUSE_MS = 2_000
/** The window of the limit, for the desk and the service. With 60 s, the twenty people would mostly wait. */
const WINDOW_MS = '6000'
const EXPORT_EVERY_MS = 5 * 60_000
const SAMPLE_MS = 5_000
const PERIODS = 10
/**
 * Time in which portraits are drawn and caches fill. It is reported but not counted; in a short run it is half of the
 * time.
 */
const WARM_MS = 3 * MINUTE_MS
/** In a shorter run, the line through the samples depends on what was released last. */
const JUDGED_FROM_MINUTES = 15
const GROWTH_MAX = { memoryMb: 100, handles: 100 }
const WORDS = ['schneider', 'müller', 'weber', 'musterwerk', 'fischer', 'mueler']

type Sample = { at: number; memoryMb: number; handles: number }
type Visit = { at: number; ms: number; failed: boolean }

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, desk: { type: 'string' } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('How many minutes? --minutes takes a number above 0.')

const desk = values.desk ?? (await startBuiltDesk())
const server = findListener(Number(new URL(desk).port))
const cookie = await signIn(desk)
const visits: Visit[] = []
const samples: Sample[] = []
const began = performance.now()
const end = began + minutes * MINUTE_MS
const isOver = () => performance.now() > end
let exportsDone = 0

await Promise.all([
  takeSamples(),
  downloadAll(),
  ...Array.from({ length: PEOPLE }, (_, person) => work(person)),
])
const grows = tell()
process.exit(grows || visits.some(({ failed }) => failed) ? 1 : 0)

async function startBuiltDesk(): Promise<string> {
  await ensureBuilt()
  return startPracticeDesk({
    port: PORT,
    sandboxPort: 4564,
    // Twenty people of one company; all of them sign in to one account here.
    settings: { PORTRAIT_API_WINDOW_MS: WINDOW_MS, SANDBOX_RATE_WINDOW_MS: WINDOW_MS },
  })
}

async function takeSamples(): Promise<void> {
  while (!isOver()) {
    samples.push({ at: performance.now(), memoryMb: server.memoryMb(), handles: server.handles() })
    await wait(SAMPLE_MS)
  }
}

/** The work of one person. Each person begins with another task. */
async function work(person: number): Promise<void> {
  const tasks = [openPage, search, lookAtFaces, turnAway, correct]
  for (let turn = person; !isOver(); turn += 1) {
    await tasks[turn % tasks.length]?.(turn)
    await wait(PAUSE_MS * (0.5 + ((turn * 7) % 10) / 10))
  }
}

async function openPage(turn: number): Promise<void> {
  const pages = [
    '/projects',
    `/projects/${MIXED_PROJECT.id}`,
    `/projects/${LARGE_PROJECT.id}`,
    '/activity',
    '/exports',
  ]
  await visit(pages[turn % pages.length] ?? '/projects')
}

async function search(turn: number): Promise<void> {
  const word = WORDS[turn % WORDS.length] ?? ''
  for (let letters = 1; letters <= word.length; letters += 2)
    await visit(`/api/projects/${MIXED_PROJECT.id}/people?q=${encodeURIComponent(word.slice(0, letters))}`)
}

async function lookAtFaces(turn: number): Promise<void> {
  const people = await listPeople(`tile=approved&per_page=25&page=${(turn % 4) + 1}`)
  const faces = people.flatMap(({ id, photo }) => (photo.edited_at ? [{ id, at: photo.edited_at }] : []))
  await Promise.all(
    faces.slice(0, 6).map(({ id, at }) => visit(`/api/photos/${id}/thumbnail?v=${encodeURIComponent(at)}`)),
  )
}

/** Closes the connection before the answer is complete. */
async function turnAway(turn: number): Promise<void> {
  const sent = request(`${desk}/projects/${MIXED_PROJECT.id}?per_page=200`, { headers: { cookie } })
  sent.on('error', () => {})
  sent.end()
  await wait(turn % 40)
  sent.destroy()
}

async function correct(turn: number): Promise<void> {
  const people = await listPeople(`per_page=25&page=${(turn % 4) + 1}`)
  const person = people[turn % people.length]
  if (!person) return
  const body = JSON.stringify({
    changes: { first_name: `${person.first_name.split(' ')[0]} ${turn}` },
    shown: { first_name: person.first_name },
  })
  await visit(`/api/employees/${person.id}`, { method: 'PATCH', body })
}

async function downloadAll(): Promise<void> {
  while (!isOver()) {
    const { data } = await json('/api/exports', {
      method: 'POST',
      body: JSON.stringify({ project_id: MIXED_PROJECT.id, size: null }),
    })
    for (let state = ''; state !== 'ready' && !isOver(); await wait(1_000)) {
      state = (await json(`/api/exports/${data.id}`)).data.state
      if (state === 'failed') throw new Error('An export has failed.')
    }
    if (!isOver()) await visit(`/api/exports/${data.id}/archive`)
    exportsDone += 1
    await wait(Math.min(EXPORT_EVERY_MS, Math.max(0, end - performance.now())))
  }
}

/** Busy, taken and changed meanwhile are answers too; only an error of the desk itself is a failure. */
async function visit(path: string, sent: { method?: 'PATCH'; body?: string } = {}): Promise<Buffer> {
  const at = performance.now()
  const { status, body } = await ask(`${desk}${path}`, {
    cookie,
    ...sent,
    headers: { 'accept-encoding': 'identity' },
  })
  const failed = status >= 500 && status !== 503
  if (failed) process.stderr.write(`${status} ${path}\n`)
  visits.push({ at, ms: performance.now() - at, failed })
  return body
}

async function listPeople(
  search: string,
): Promise<{ id: number; first_name: string; photo: { edited_at: string | null } }[]> {
  const body = await visit(`/api/projects/${MIXED_PROJECT.id}/people?${search}`)
  return JSON.parse(body.toString()).data ?? []
}

async function json(path: string, sent: { method?: 'POST'; body?: string } = {}) {
  const { status, body } = await ask(`${desk}${path}`, {
    cookie,
    ...sent,
    headers: { 'accept-encoding': 'identity' },
  })
  if (status >= 400) throw new Error(`${path} answered ${status}: ${body}`)
  return JSON.parse(body.toString())
}

/** Prints the growth. Returns true when memory or handles grew too much. */
function tell(): boolean {
  const lengthMs = (end - began) / PERIODS
  const inPeriod = (period: number) => (item: { at: number }) =>
    Math.min(PERIODS - 1, Math.floor((item.at - began) / lengthMs)) === period
  const rows = Array.from({ length: PERIODS }, (_, period) => {
    const here = visits.filter(inPeriod(period))
    const there = samples.filter(inPeriod(period))
    return {
      'until minute': (((period + 1) * lengthMs) / MINUTE_MS).toFixed(1),
      answers: here.length,
      failed: here.filter(({ failed }) => failed).length,
      'median ms': percentile(
        here.map(({ ms }) => ms),
        0.5,
      ).toFixed(0),
      '99 % ms': percentile(
        here.map(({ ms }) => ms),
        0.99,
      ).toFixed(0),
      'memory MB': percentile(
        there.map(({ memoryMb }) => memoryMb),
        0.5,
      ).toFixed(0),
      handles: percentile(
        there.map(({ handles }) => handles),
        0.5,
      ),
    }
  })
  console.table(rows)
  const warmUntil = began + Math.min(WARM_MS, (end - began) / 2)
  const warm = samples.filter(({ at }) => at > warmUntil)
  const memoryMb = growthPerHour(warm.map(({ at, memoryMb }) => [at, memoryMb]))
  const handles = growthPerHour(warm.map(({ at, handles }) => [at, handles]))
  const answers = visits.filter(({ at }) => at > warmUntil)
  console.table({
    'memory, MB an hour': memoryMb.toFixed(1),
    'handles, an hour': handles.toFixed(1),
    'time of an answer, ms an hour': growthPerHour(answers.map(({ at, ms }) => [at, ms])).toFixed(1),
    'memory at most, MB': Math.max(...samples.map(({ memoryMb }) => memoryMb)).toFixed(0),
    'downloads of all photos': exportsDone,
  })
  return minutes >= JUDGED_FROM_MINUTES && (memoryMb > GROWTH_MAX.memoryMb || handles > GROWTH_MAX.handles)
}

/** Slope per hour of the best straight line (least squares) through points in milliseconds and any unit. */
function growthPerHour(points: [number, number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  const below = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return (above / below) * 60 * MINUTE_MS
}
