import { expect, test } from 'vitest'
import { COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 36
const IN_FLIGHT = 6

/** The people whose photos were asked for, in order. */
async function asked(desk: Desk): Promise<number[]> {
  const paths = (await desk.service.journal()).map(({ path }) => /^\/employees\/(\d+)\/photo/.exec(path)?.[1])
  return paths.filter(id => id !== undefined).map(Number)
}

test('a short export beside a long one gets every second call, and ends long before it', async () => {
  const limit = { rateLimit: 20, rateWindowMs: 400 }
  const settings = { PORTRAIT_API_LIMIT: '20', PORTRAIT_API_WINDOW_MS: '400' }
  const desk = startDesk({ sandbox: limit, settings })
  const [early, late] = [await desk.signIn('viewer'), await desk.signIn('viewer')]
  const shorts = new Set((await listPeople(desk.service, PROJECT)).map(({ id }) => id))
  const long = await startExport(early, MIXED_PROJECT.id)
  await until('the long one is under way', async () => (await asked(desk)).length > 0)
  const short = await ended(late, await startExport(late, PROJECT))
  expect(short).toMatchObject({ state: 'ready', done: PEOPLE })
  const order = (await asked(desk)).map(id => shorts.has(id))
  const together = order.slice(order.indexOf(true), order.lastIndexOf(true) + 1)
  const longs = together.filter(isShort => !isShort).length
  expect(Math.abs(longs - PEOPLE)).toBeLessThanOrEqual(2 * IN_FLIGHT)
  await early.json('DELETE', `/api/exports/${long.id}`)
})

test('two exports that want the same photos at the same time fetch none of them twice', async () => {
  const desk = startDesk()
  const people = [await desk.signIn('viewer'), await desk.signIn('editor')]
  const archives = people.map(async person =>
    openArchive(person, await ended(person, await startExport(person, PROJECT))),
  )
  for (const { files } of await Promise.all(archives)) expect(files.size).toBe(PEOPLE + 2)
  const ids = await asked(desk)
  expect(new Set(ids).size).toBe(PEOPLE)
  expect(ids).toHaveLength(PEOPLE)
})
