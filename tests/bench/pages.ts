/**
 * `npm run bench:pages`: what the employees page costs the built desk. How many are drawn in a second when everybody comes,
 * how long one takes at a calm pace, how large it is, and what the server process weighs before, after a storm and at rest.
 */
import { gunzipSync } from 'node:zlib'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startPracticeDesk } from '#scripts/practice-desk.mjs'
import { ensureBuilt } from '#scripts/setup.mjs'
import { findListener } from './desk-process.ts'
import { percentile, printTable, sleep } from './measures.ts'
import { ask, signIn } from './sign-in.ts'

const PORT = 3563
const AT_ONCE = 20
const STORM_S = 20
const CALM_PER_S = 20
const CALM_S = 10
const PATH = `/projects/${MIXED_PROJECT.id}?per_page=50`
const KB = 1000

await ensureBuilt()
const desk = await startPracticeDesk({ port: PORT, sandboxPort: 4563 })
const server = findListener(PORT)
await sleep(5_000)
const restedMb = server.memoryMb()
const cookie = await signIn(desk)
const open = () => ask(`${desk}${PATH}`, { cookie })
// Everybody is known and the code is warm.
for (let count = 0; count < 200; count += 1) await open()
const { status, body } = await open()
if (status !== 200) throw new Error(`The page answered ${status}.`)

const calm = await openCalmly()
const storm = await openAtOnce()
const stormMb = server.memoryMb()
await sleep(30_000)
printTable([
  { measure: 'HTML, kB', value: (gunzipSync(body).length / KB).toFixed(0), goal: '120', met: null },
  { measure: 'HTML, gzipped, kB', value: (body.length / KB).toFixed(0), goal: '', met: null },
  {
    measure: `pages a second, ${AT_ONCE} at once`,
    value: storm.perSecond.toFixed(0),
    goal: '100',
    met: null,
  },
  { measure: 'processor time of a page, ms', value: storm.cpuMs.toFixed(1), goal: '', met: null },
  { measure: `99 % at ${CALM_PER_S} a second, ms`, value: calm.toFixed(0), goal: '100', met: null },
  { measure: 'memory before anybody came, MB', value: restedMb.toFixed(0), goal: '150', met: null },
  { measure: 'memory in the storm, MB', value: stormMb.toFixed(0), goal: '400', met: null },
  { measure: 'memory half a minute later, MB', value: server.memoryMb().toFixed(0), goal: '', met: null },
])
process.exit()

/** Milliseconds that 99 of 100 pages do not exceed when they are asked for at a steady pace, whatever the answers do. */
async function openCalmly(): Promise<number> {
  const times: Promise<number>[] = []
  for (let count = 0; count < CALM_S * CALM_PER_S; count += 1) {
    const began = performance.now()
    times.push(open().then(() => performance.now() - began))
    await sleep(1000 / CALM_PER_S)
  }
  return percentile(await Promise.all(times), 0.99)
}

async function openAtOnce(): Promise<{ perSecond: number; cpuMs: number }> {
  const [began, cpuMs] = [performance.now(), server.cpuMs()]
  let count = 0
  const visit = async () => {
    while (performance.now() - began < STORM_S * 1000) {
      await open()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit))
  const seconds = (performance.now() - began) / 1000
  return { perSecond: count / seconds, cpuMs: (server.cpuMs() - cpuMs) / count }
}
