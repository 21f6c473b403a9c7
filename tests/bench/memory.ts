/**
 * `npm run bench:memory`: what the built desk weighs in front of a service: at rest, during an export of 700 photos, while twenty
 * take its archive at once, and while twenty open the employees page again and again; each the largest of what was seen every
 * 100 milliseconds. `at rest` is after a minute in which nobody came.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '#tests/support/outside-next.ts'
import { PHOTO_PROJECT } from '#tests/support/photo-service.ts'
import { findListener, listFamily } from './desk-process.ts'
import { type Line, printTable, sleep } from './measures.ts'
import { prepareArchive, startServiceDesk } from './service-desk.ts'
import { ask } from './sign-in.ts'

const PORT = 3568
const PEOPLE = 700
const PHOTO_BYTES = 300_000
const AT_ONCE = 20
const STORM_MS = 20_000
const REST_MS = 60_000
const LOOK_MS = 100

const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-bench-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const desk = await startServiceDesk({ port: PORT, dataDir, people: PEOPLE, photoBytes: PHOTO_BYTES })
const { origin, cookie } = desk
const server = findListener(PORT)
const lines: Line[] = []
const atOnce = (run: () => Promise<unknown>) => Promise.all(Array.from({ length: AT_ONCE }, run))

await sleep(REST_MS)
tell('at rest', server.memoryMb(), 150)
tell('at rest, of it its own', server.ownMemoryMb())
const family = listFamily(desk.pid)
tell(
  `launcher and children (${family.length} processes), at rest`,
  sum(family.map(one => one.memoryMb())),
  250,
)
tell('of it the launcher', family[0]?.memoryMb() ?? 0)

let path = ''
await watch('export of 700 photos', 300, async () => {
  path = await prepareArchive(origin, cookie)
})
await watch(`${AT_ONCE} downloads at once`, 300, () => atOnce(() => download(`${origin}${path}`)))
await watch(`employees page, ${AT_ONCE} at once`, 400, () => atOnce(openPages))
await sleep(REST_MS)
tell('at rest again', server.memoryMb())
tell('at rest again, of it its own', server.ownMemoryMb())
printTable(lines)
await desk.stop()
process.exit(lines.some(({ met }) => met === false) ? 1 : 0)

async function watch(measure: string, goalMb: number, run: () => Promise<unknown>): Promise<void> {
  let mostMb = 0
  const look = () => {
    mostMb = Math.max(mostMb, server.memoryMb())
  }
  const timer = setInterval(look, LOOK_MS)
  await run()
  clearInterval(timer)
  look()
  tell(measure, mostMb, goalMb)
}

async function openPages(): Promise<void> {
  const end = performance.now() + STORM_MS
  while (performance.now() < end) {
    const { status } = await ask(`${origin}/projects/${PHOTO_PROJECT.id}?per_page=50`, { cookie })
    if (status !== 200) throw new Error(`The page answered ${status}.`)
  }
}

/** Nothing of it stays here. */
async function download(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  get(address, { agent: false, headers: { cookie } }, answer => {
    if (answer.statusCode !== 200) reject(new Error(`The archive answered ${answer.statusCode}.`))
    answer.resume().on('end', resolve).on('error', reject)
  }).on('error', reject)
  await promise
}

function tell(measure: string, mb: number, goalMb?: number): void {
  lines.push({
    measure,
    value: `${mb.toFixed(0)} MB`,
    goal: goalMb ? `≤ ${goalMb} MB` : '',
    met: goalMb ? mb <= goalMb : null,
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
