import { expect, onTestFinished } from 'vitest'
import type { Delivery, DeliveryRun, NewDeliveryInput } from '#lib/deliveries/contract.ts'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { PHOTO_PROJECT, type PhotoService, startPhotoService } from '#tests/support/photo-service.ts'
import type { Receiver } from '#tests/support/receivers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

/** Photos that one fault can cost again: those in flight. */
const IN_FLIGHT = PHOTOS_IN_FLIGHT

/**
 * Kills the desk twice and removes the destination at 50 %. Then expects that everybody was delivered, and that later
 * runs move only changed photos.
 * @param people at least 60, so that photos are still held back when the destination goes
 */
export async function expectDeliveryToSurvive(
  open: (people: number) => Promise<Receiver>,
  people: number,
): Promise<void> {
  const receiver = await open(people)
  const everybody = Array.from({ length: people }, (_, index) => index + 1)
  const percent = people / 100
  const service = await startPhotoService({
    people,
    photoBytes: 20_000,
    holdAfter: 20 * percent,
  })
  onTestFinished(() => service.stop())
  const dataDir = createTempFolder()
  const done = async (of: DeskProcess) => (await lastRun(of, delivery)).done

  // The first kill comes during writes, the second while the desk waits for photos.
  const first = await startDesk(service, receiver, dataDir)
  const delivery = await create(first, receiver)
  const review = await runIs(first, delivery, 'review')
  await first.ask('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
  await until('some are there', async () => (await done(first)) >= 10 * percent)
  await first.stop('SIGKILL')
  await until('the service has noticed', () => service.open() === 0)
  service.holdAfter(30 * percent + IN_FLIGHT)
  const second = await startDesk(service, receiver, dataDir)
  await until('30 % are there', async () => (await done(second)) >= 30 * percent)
  await second.stop('SIGKILL')
  await until('the service has noticed', () => service.open() === 0)

  service.holdAfter(50 * percent + 2 * IN_FLIGHT)
  const desk = await startDesk(service, receiver, dataDir)
  await until('50 % are there', async () => (await done(desk)) >= 50 * percent)
  await receiver.stop()
  service.holdAfter(Number.POSITIVE_INFINITY)
  await until('it is away', async () => {
    const { state, trouble } = await lastRun(desk, delivery)
    return receiver.isTriedAgain ? trouble !== null : state === 'failed'
  })
  await receiver.start()
  if (!receiver.isTriedAgain) await desk.ask('POST', `/api/deliveries/${delivery.id}/runs`)
  await runIs(desk, delivery, 'done')
  await expectThere(receiver, service, everybody)
  expect([...new Set(service.given)].toSorted((a, b) => a - b)).toEqual(everybody)
  // Only photos in flight at a kill or at the outage of the destination are fetched again.
  expect(service.given.length).toBeLessThanOrEqual(people + 2 * IN_FLIGHT)
  expect(receiver.puts?.() ?? people).toBeGreaterThanOrEqual(people)
  expect(receiver.puts?.() ?? people).toBeLessThanOrEqual(people + 3 * IN_FLIGHT)

  const [before, calls] = [await receiver.read(), service.given.length]
  expect(await runNow(desk, delivery)).toMatchObject({ total: 0, unchanged: people })
  service.showNobody(true)
  expect(await runNow(desk, delivery, 'failed')).toMatchObject({ error: 'list_empty', total: 0 })
  service.showNobody(false)
  expect(stampsOf(await receiver.read())).toEqual(stampsOf(before))
  expect(service.given).toHaveLength(calls)

  const changed = everybody.slice(20 * percent, 20 * percent + 9)
  const withdrawn = everybody.slice(60 * percent, 60 * percent + 3)
  for (const id of changed) service.edit(id)
  for (const id of withdrawn) service.withdraw(id)
  const run = await runNow(desk, delivery)
  expect(run.counts).toMatchObject({ change: { done: 9 }, remove: { done: 3 }, add: { total: 0 } })
  await expectThere(
    receiver,
    service,
    everybody.filter(id => !withdrawn.includes(id)),
  )
  const others = (stamps: Map<number, string>) =>
    [...stamps].filter(([id]) => !changed.includes(id) && !withdrawn.includes(id))
  expect(others(stampsOf(await receiver.read()))).toEqual(others(stampsOf(before)))
  expect(service.given.slice(calls).toSorted((a, b) => a - b)).toEqual(changed)
}

async function startDesk(
  { baseUrl }: PhotoService,
  { env }: Receiver,
  dataDir: string,
): Promise<DeskProcess> {
  const desk = await startDeskProcess({ dataDir, serviceUrl: baseUrl, env })
  onTestFinished(() => desk.stop())
  return desk
}

function create(desk: DeskProcess, { destination, secrets }: Receiver): Promise<Delivery> {
  const request = { project_id: PHOTO_PROJECT.id, target: 'number', size: null }
  const input: NewDeliveryInput = {
    ...{ name: 'Intranet', request, destination, secrets, schedule: { kind: 'by_hand' } },
  }
  return desk.ask('POST', '/api/deliveries', input)
}

async function lastRun(desk: DeskProcess, { id }: Delivery): Promise<DeliveryRun> {
  const { last_run } = await desk.ask<Delivery>('GET', `/api/deliveries/${id}`)
  if (!last_run) throw new Error('Nothing has run.')
  return last_run
}

function runIs(desk: DeskProcess, delivery: Delivery, state: DeliveryRun['state']): Promise<DeliveryRun> {
  let last: DeliveryRun | undefined
  return until(
    () => `a run that is ${state}: ${JSON.stringify(last)}`,
    async () => {
      last = await lastRun(desk, delivery)
      return last.state === state && last
    },
  )
}

async function runNow(
  desk: DeskProcess,
  delivery: Delivery,
  state: DeliveryRun['state'] = 'done',
): Promise<DeliveryRun> {
  const { id } = await desk.ask<DeliveryRun>('POST', `/api/deliveries/${delivery.id}/runs`)
  return until('it has run', async () => {
    const run = await runIs(desk, delivery, state)
    return run.id === id && run
  })
}

/** Expects the exact bytes of these people and no others; the list says the same. */
async function expectThere(receiver: Receiver, service: PhotoService, ids: number[]): Promise<void> {
  const there = await receiver.read()
  expect([...there.keys()].toSorted((a, b) => a - b)).toEqual(ids)
  const wrong = ids.filter(id => !there.get(id)?.bytes.equals(service.photoOf(id)))
  expect(wrong).toEqual([])
  const lines = receiver.manifest?.().trim().split('\r\n').slice(1)
  const names = ids.map(id => `${readyEmployee({ id }).mitarbeiternummer}.jpg`)
  if (lines) expect(lines.map(line => line.split(',')[0]?.replaceAll('"', '')).sort()).toEqual(names)
}

function stampsOf(received: Awaited<ReturnType<Receiver['read']>>): Map<number, string> {
  return new Map([...received].map(([id, { stamp }]) => [id, stamp]))
}
