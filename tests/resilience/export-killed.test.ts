import { expect, onTestFinished, test } from 'vitest'
import { startDeskProcess } from '#tests/support/desk-process.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { startPhotoService } from '#tests/support/photo-service.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 30
const BEFORE_THE_KILL = 9

test('a killed export continues after the next start and fetches no photo twice', async () => {
  const dataDir = createTempFolder()
  const held = await startService(BEFORE_THE_KILL)
  const first = await startDesk(held.baseUrl, dataDir)
  const { id } = await first.start()
  await until('some photos are stored', async () => (await first.read(id)).done === BEFORE_THE_KILL)
  await first.stop('SIGKILL')
  const service = await startService()
  const second = await startDesk(service.baseUrl, dataDir)
  expect(await second.ready(id)).toMatchObject({ done: PEOPLE, failed: 0, problems: [] })
  const before = new Set(held.asked.slice(0, BEFORE_THE_KILL))
  expect(service.asked.filter(employee => before.has(employee))).toEqual([])
  expect(service.asked).toHaveLength(PEOPLE - BEFORE_THE_KILL)
  const archive = await fetch(second.archiveUrl(id), { headers: second.headers })
  const entries = await readWithJsZip(Buffer.from(await archive.arrayBuffer()))
  const files = new Map(entries.map(({ name, bytes }) => [name, bytes]))
  for (let employee = 1; employee <= PEOPLE; employee += 1) {
    const name = `${String(employee).padStart(6, '0')}.jpg`
    expect(files.get(name)?.equals(service.photoOf(employee)), name).toBe(true)
  }
})

async function startService(holdAfter?: number) {
  const service = await startPhotoService({
    people: PEOPLE,
    photoBytes: 20_000,
    ...(holdAfter !== undefined && { holdAfter }),
  })
  onTestFinished(() => service.stop())
  return service
}

async function startDesk(serviceUrl: string, dataDir: string) {
  const desk = await startDeskProcess({ dataDir, serviceUrl })
  onTestFinished(() => desk.stop())
  return desk
}
