import { expect, onTestFinished, test } from 'vitest'
import type { Delivery, DeliveryRun, NewDeliveryInput } from '#lib/deliveries/contract.ts'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { IS_NIGHT } from '#tests/support/night.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { PHOTO_PROJECT, type PhotoService, startPhotoService } from '#tests/support/photo-service.ts'
import { RECEIVERS, type Receiver } from '#tests/support/receivers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

/** A whole company at night. */
const PEOPLE = IS_NIGHT ? 700 : 100
const EVERYBODY = Array.from({ length: PEOPLE }, (_, index) => index + 1)
const PERCENT = PEOPLE / 100
/** Photos that one fault can cost once more: those that were on their way. */
const AGAIN_MAX = PHOTOS_IN_FLIGHT
/** As long as the last wait between two tries of a destination that is away, and what is left to deliver. */
const END_MS = 100_000

for (const [kind, open] of Object.entries(RECEIVERS))
  test(`${kind}: a desk killed twice and a destination away at 50 % lose nobody; then only what has changed is moved`, async () => {
    if (!open) return leaveOut(`deliveries to ${kind} under faults`, 'its server')
    const receiver = await open(PEOPLE)
    const service = await startPhotoService({
      people: PEOPLE,
      photoBytes: 20_000,
      holdAfter: 20 * PERCENT,
    })
    onTestFinished(() => service.stop())
    const dataDir = createTempFolder()
    const done = async (of: DeskProcess) => (await lastRun(of, delivery)).done

    // The first time in the middle of what it writes, the second time while it waits for photos.
    const first = await startDesk(service, receiver, dataDir)
    const delivery = await create(first, receiver)
    const review = await runIs(first, delivery, 'review')
    await first.ask('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
    await until('some are there', async () => (await done(first)) >= 10 * PERCENT)
    await first.stop('SIGKILL')
    await until('the service has noticed', () => service.open() === 0)
    service.holdAfter(30 * PERCENT + AGAIN_MAX)
    const second = await startDesk(service, receiver, dataDir)
    await until('30 % are there', async () => (await done(second)) >= 30 * PERCENT)
    await second.stop('SIGKILL')
    await until('the service has noticed', () => service.open() === 0)

    service.holdAfter(50 * PERCENT + 2 * AGAIN_MAX)
    const desk = await startDesk(service, receiver, dataDir)
    await until('50 % are there', async () => (await done(desk)) >= 50 * PERCENT)
    await receiver.stop()
    service.holdAfter(Number.POSITIVE_INFINITY)
    await until('it is away', async () => {
      const { state, trouble } = await lastRun(desk, delivery)
      return receiver.isTriedAgain ? trouble !== null : state === 'failed'
    })
    await receiver.start()
    if (!receiver.isTriedAgain) await desk.ask('POST', `/api/deliveries/${delivery.id}/runs`)
    await runIs(desk, delivery, 'done')
    await expectThere(receiver, service, EVERYBODY)
    expect([...new Set(service.given)].toSorted((a, b) => a - b)).toEqual(EVERYBODY)
    // What was on its way when it was killed, or when the destination went, and nothing else.
    expect(service.given.length).toBeLessThanOrEqual(PEOPLE + 2 * AGAIN_MAX)
    expect(receiver.puts?.() ?? PEOPLE).toBeGreaterThanOrEqual(PEOPLE)
    expect(receiver.puts?.() ?? PEOPLE).toBeLessThanOrEqual(PEOPLE + 3 * AGAIN_MAX)

    const [before, calls] = [await receiver.read(), service.given.length]
    expect(await runNow(desk, delivery)).toMatchObject({ total: 0, unchanged: PEOPLE })
    service.showNobody(true)
    expect(await runNow(desk, delivery, 'failed')).toMatchObject({ error: 'list_empty', total: 0 })
    service.showNobody(false)
    expect(stampsOf(await receiver.read())).toEqual(stampsOf(before))
    expect(service.given).toHaveLength(calls)

    const changed = EVERYBODY.slice(20 * PERCENT, 20 * PERCENT + 9)
    const withdrawn = EVERYBODY.slice(60 * PERCENT, 60 * PERCENT + 3)
    for (const id of changed) service.edit(id)
    for (const id of withdrawn) service.withdraw(id)
    const run = await runNow(desk, delivery)
    expect(run.counts).toMatchObject({ change: { done: 9 }, remove: { done: 3 }, add: { total: 0 } })
    await expectThere(
      receiver,
      service,
      EVERYBODY.filter(id => !withdrawn.includes(id)),
    )
    const others = (stamps: Map<number, string>) =>
      [...stamps].filter(([id]) => !changed.includes(id) && !withdrawn.includes(id))
    expect(others(stampsOf(await receiver.read()))).toEqual(others(stampsOf(before)))
    expect(service.given.slice(calls).toSorted((a, b) => a - b)).toEqual(changed)
  })

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
    END_MS,
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

/** Byte by byte, and nobody else; the list says the same. */
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
