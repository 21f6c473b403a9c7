/**
 * `npm run bench:pages`: what the employees page costs the built desk. How many are drawn in a second when everybody comes,
 * how long one takes at a calm pace, how large it is, and what the server process weighs before, after a storm and at rest. Then the
 * same for the list of people that the desk hands to machines (`/api/v1`). Beside both what Next alone draws on this machine: a
 * table of 1,000 rows, and 20 kB of JSON.
 */
import { gunzipSync } from 'node:zlib'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startPracticeDesk } from '#scripts/practice-desk.mjs'
import { ensureBuilt } from '#scripts/setup.mjs'
import { type DeskProcess, findListener } from './desk-process.ts'
import { type Line, percentile, printTable, sleep } from './measures.ts'
import { startPlainPage } from './plain-page.ts'
import { type Answer, ask, signIn } from './sign-in.ts'

const PORT = 3563
const PLAIN_PORT = 3564
const AT_ONCE = 20
const STORM_S = 20
const CALM_PER_S = 20
const CALM_S = 10
const PATH = `/projects/${MIXED_PROJECT.id}?per_page=50`
const MIRRORED_PATH = `/api/v1/projects/${MIXED_PROJECT.id}/employees`
const KB = 1000

await ensureBuilt()
const desk = await startPracticeDesk({ port: PORT, sandboxPort: 4563 })
const server = findListener(PORT)
await sleep(5_000)
const restedMb = server.memoryMb()
const cookie = await signIn(desk)
const plain = await startPlainPage(PLAIN_PORT)
const plainServer = findListener(PLAIN_PORT)
const openPlain = () => ask(plain.origin)
const readPlain = () => ask(`${plain.origin}/list`)
const openPage = () => ask(`${desk}${PATH}`, { cookie })
const readList = () => ask(`${desk}${MIRRORED_PATH}`, { cookie, headers: { 'accept-encoding': 'identity' } })
// Everybody is known and the code is warm.
for (const open of [openPage, openPlain]) for (let count = 0; count < 200; count += 1) await open()
for (const read of [readList, readPlain]) for (let count = 0; count < 500; count += 1) await read()
const { status, body } = await openPage()
if (status !== 200) throw new Error(`The page answered ${status}.`)

const calm = await askCalmly(openPage)
const plainStorm = await askAtOnce(openPlain, plainServer)
const storm = await askAtOnce(openPage, server)
const stormMb = server.memoryMb()
const plainLists = await askAtOnce(readPlain, plainServer)
const lists = await askAtOnce(readList, server)
await plain.stop()
await sleep(30_000)
const atMost = (measure: string, value: number, goal: number, unit: string): Line => ({
  measure,
  value: `${value.toFixed(0)} ${unit}`,
  goal: `≤ ${goal} ${unit}`,
  met: value <= goal,
})
const atLeast = (measure: string, value: number, goal: number): Line => ({
  measure,
  value: value.toFixed(0),
  goal: `≥ ${goal}`,
  met: value >= goal,
})
const tell = (measure: string, value: string): Line => ({ measure, value, goal: '', met: null })
printTable([
  atMost('HTML', gunzipSync(body).length / KB, 120, 'kB'),
  tell('HTML, gzipped', `${(body.length / KB).toFixed(0)} kB`),
  atLeast(`pages a second, ${AT_ONCE} at once`, storm.perSecond, 100),
  tell('Next alone, a table of 1,000 rows', plainStorm.perSecond.toFixed(0)),
  tell(
    'processor time of a page',
    `${storm.cpuMs.toFixed(1)} ms; Next alone ${plainStorm.cpuMs.toFixed(1)} ms`,
  ),
  atMost(`99 % at ${CALM_PER_S} a second`, calm, 100, 'ms'),
  atLeast(`mirrored lists a second, ${AT_ONCE} at once`, lists.perSecond, 1_100),
  tell('Next alone, 20 kB of JSON', plainLists.perSecond.toFixed(0)),
  tell(
    'processor time of a mirrored list',
    `${lists.cpuMs.toFixed(2)} ms; Next alone ${plainLists.cpuMs.toFixed(2)} ms`,
  ),
  atMost('99 % of them', lists.p99, 50, 'ms'),
  atMost('memory before anybody came', restedMb, 150, 'MB'),
  atMost('memory in the storm', stormMb, 400, 'MB'),
  tell('memory half a minute later', `${server.memoryMb().toFixed(0)} MB`),
])
process.exit()

/** Milliseconds that 99 of 100 answers do not exceed when they are asked for at a steady pace, whatever the answers do. */
async function askCalmly(open: () => Promise<Answer>): Promise<number> {
  const times: Promise<number>[] = []
  for (let count = 0; count < CALM_S * CALM_PER_S; count += 1) {
    const began = performance.now()
    times.push(open().then(() => performance.now() - began))
    await sleep(1000 / CALM_PER_S)
  }
  return percentile(await Promise.all(times), 0.99)
}

async function askAtOnce(open: () => Promise<Answer>, server: DeskProcess) {
  const [began, cpuMs] = [performance.now(), server.cpuMs()]
  const times: number[] = []
  const visit = async () => {
    while (performance.now() - began < STORM_S * 1000) {
      const askedAt = performance.now()
      const { status } = await open()
      if (status !== 200) throw new Error(`An answer was ${status}.`)
      times.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit))
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: times.length / seconds,
    cpuMs: (server.cpuMs() - cpuMs) / times.length,
    p99: percentile(times, 0.99),
  }
}
