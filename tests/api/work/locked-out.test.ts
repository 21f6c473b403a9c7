import { describe, expect, test } from 'vitest'
import type { JobKind, JobRow } from '#lib/jobs/job.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { addAccount } from '#tests/support/accounts.ts'
import { startBatch } from '#tests/support/batches.ts'
import {
  confirm,
  create,
  createFolder,
  DELIVERED_PROJECT,
  lastRun,
  toFolder,
} from '#tests/support/deliveries.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { startExport } from '#tests/support/exports.ts'
import { importRows, sendImport } from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { signOnSettings } from '#tests/support/oidc/settings.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const ISSUER = 'https://login.example.test'
const SETTINGS = signOnSettings(ISSUER)
const MISTYPED = { OIDC_ISSUER: 'https://login.exmaple.test' }

const refuseOnce = (desk: Desk, method: string, path: string) =>
  desk.service.fault({ method, path, answer: { kind: 'status', status: 401, body: {} } })

/** Makes a job of each kind that is in the middle of its work. Resolves to its id and its state after success. */
type Begin = (desk: Desk, ben: Person, folder: string) => Promise<{ id: string; good: string }>

const JOBS: Record<string, Begin> = {
  async export(desk, ben) {
    await refuseOnce(desk, 'GET', '/employees/*/photo')
    return { id: (await startExport(ben, DELIVERED_PROJECT)).id, good: 'ready' }
  },
  async batch(desk, ben) {
    await refuseOnce(desk, 'DELETE', '/employees/*')
    const employees = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 3).map(({ id }) => id)
    const batch = { project_id: MIXED_PROJECT.id, action: 'delete', employee_ids: employees } as const
    return { id: (await startBatch(ben, batch)).id, good: 'done' }
  },
  async import(desk, ben) {
    await refuseOnce(desk, 'POST', '/projects/*/employees')
    return { id: (await sendImport(ben, MIXED_PROJECT.id, importRows(3))).id, good: 'done' }
  },
  async delivery_run(desk, ben, folder) {
    const delivery = await create(ben, toFolder(folder))
    const review = await lastRun(ben, delivery, 'review')
    await refuseOnce(desk, 'GET', '/employees/*/photo')
    await ben.json('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
    return { id: review.id, good: 'done' }
  },
}

async function load() {
  const [work, engine, resume, jobs, connection, keep] = await Promise.all([
    import('#lib/work/jobs-of-removed-accounts.ts'),
    import('#lib/jobs/engine.ts'),
    import('#lib/jobs/resume.ts'),
    import('#lib/jobs/job.ts'),
    import('#lib/session/connection/connection.ts'),
    import('#lib/deliveries/manage/keep-schedule.ts'),
  ])
  return { ...work, ...engine, ...resume, ...jobs, ...connection, ...keep }
}

/** The kind of this name in the current process, one of its jobs, and the key of the desk. */
async function find(name: string, id: string) {
  const desk = await load()
  const kind = desk.ALL_KINDS.find(one => one.name === name)
  const client = await desk.getBackgroundClient()
  if (!kind || !client) throw new Error('There is no such kind, or no key.')
  const read = async (): Promise<JobRow> => {
    const row = await kind.store().find(id)
    if (!row) throw new Error('The job is gone.')
    return row
  }
  const rest = () => until('nobody works on it', () => !desk.getHeldJobs().has(id))
  return { ...desk, kind, client, read, rest }
}

type Found = Awaited<ReturnType<typeof find>>

/** Every way in which a job is woken. */
const WAKES: Record<string, (found: Found, kind: JobKind, row: JobRow) => unknown> = {
  'a start': ({ resumeAfterStart }, kind) => resumeAfterStart(kind),
  'the schedule of deliveries': ({ keepSchedule }) => keepSchedule(new Date()),
  'a press on "go on"': ({ resumeJob, client }, kind, row) => resumeJob(kind, row, client),
  'a confirmation, or a download of it': ({ runJob, client }, kind, row) => runJob(kind, row, client),
  'the hourly retention': async () =>
    (await import('#lib/personal-data/keep-retentions.ts')).keepRetentions(Date.now()),
}

/** A stopped desk with a half-done job of a person who signs in by single sign-on. */
async function leave(name: string) {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings: { ...SETTINGS, ...settings } })
  const account = { issuer: ISSUER, subject: 'ben', email: 'ben@example.com', role: 'admin' } as const
  const ben = await desk.signInAs((await addAccount(account)).id, 'oidc')
  const begin = JOBS[name]
  if (!begin) throw new Error(`Nobody knows how a job of the kind ${name} is begun.`)
  const { id, good } = await begin(desk, ben, folder)
  const { read, stopJobs } = await find(name, id)
  await until('it stands still', async () => (await read()).state === 'paused')
  await stopJobs()
  return { desk, ben, id, good }
}

test('every kind of jobs is tried here', async () => {
  startDesk()
  expect((await load()).ALL_KINDS.map(({ name }) => name).toSorted()).toEqual(Object.keys(JOBS).toSorted())
})

describe.each(Object.keys(JOBS))('a job of the kind %s', name => {
  test("a job waits while its owner's way to sign in is closed, and resumes when that is open", async () => {
    const { desk, id, good } = await leave(name)
    restart(MISTYPED)
    const found = await find(name, id)
    const calls = (await desk.service.journal()).length
    for (const [how, wake] of Object.entries(WAKES)) {
      await wake(found, found.kind, await found.read())
      await found.rest()
      const { state, pause_reason } = await found.read()
      expect([how, state, pause_reason]).toEqual([how, 'paused', 'not_connected'])
    }
    expect((await desk.service.journal()).slice(calls)).toEqual([])
    restart(SETTINGS)
    const { kind, read, resumeAfterStart } = await find(name, id)
    await resumeAfterStart(kind)
    await until('it has come to its end', async () => (await read()).state === good)
  })

  test('a job of a locked-out owner is not logged as resumed, whatever wakes it', async () => {
    const { desk, id } = await leave(name)
    restart(MISTYPED)
    const found = await find(name, id)
    const before = desk.output.length
    for (const wake of Object.values(WAKES)) {
      await wake(found, found.kind, await found.read())
      await found.rest()
    }
    const told = desk.output.slice(before).map(line => JSON.parse(line) as { event: string; reason?: string })
    const events = told.filter(({ event }) => event.startsWith(`${name}_`))
    expect(events).toMatchObject([{ event: `${name}_paused`, reason: 'not_connected' }])
  })

  test.each(['disabled', 'removed'] as const)(
    'a job of a locked-out owner is cancelled when they are %s',
    async how => {
      const { ben, id } = await leave(name)
      restart(MISTYPED)
      const { getAccountStore } = await import('#lib/store/account-store.ts')
      await addAccount({ email: 'other@example.com' })
      if (how === 'disabled') await getAccountStore().update(ben.id, { status: 'disabled' })
      else await getAccountStore().remove(ben.id)
      const found = await find(name, id)
      await found.endWorkOfGone()
      expect((await found.read()).state).toBe('cancelled')
    },
  )
})

test.each(['batch', 'import'])(
  'a job of the kind %s ends with its next step when its owner has become a viewer',
  async name => {
    const { ben, id } = await leave(name)
    restart()
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    await getAccountStore().update(ben.id, { role: 'viewer' })
    const { kind, read, resumeAfterStart } = await find(name, id)
    await resumeAfterStart(kind)
    await until('it is cancelled', async () => (await read()).state === 'cancelled')
  },
)

test("a removal run waits while its owner's way to sign in is closed, and completes later", async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings: { ...SETTINGS, ...settings } })
  const account = { issuer: ISSUER, subject: 'ben', email: 'ben@example.com', role: 'admin' } as const
  const ben = await desk.signInAs((await addAccount(account)).id, 'oidc')
  const delivery = await create(ben, toFolder(folder))
  await confirm(ben, await lastRun(ben, delivery, 'review'))
  const { toRun, getBackgroundClient } = await load()
  const [{ getDeliveryStore }, client] = await Promise.all([
    import('#lib/store/delivery-store.ts'),
    getBackgroundClient(),
  ])
  if (!client) throw new Error('There is no key.')
  // Simulates a desk that stopped before the run could begin.
  const run = toRun(delivery.id, { id: ben.id, email: 'ben@example.com' }, client, true)
  expect(await getDeliveryStore().begin(run)).toBe(true)
  restart(MISTYPED)
  const closed = await find('delivery_run', run.id)
  await closed.resumeAfterStart(closed.kind)
  await closed.keepSchedule(new Date())
  await closed.rest()
  expect(await closed.read()).toMatchObject({ state: 'paused', pause_reason: 'not_connected' })
  restart(SETTINGS)
  const open = await find('delivery_run', run.id)
  await open.keepSchedule(new Date())
  await until('all is taken away', async () => (await open.read()).state === 'done')
  const { getDeliveryStore: store } = await import('#lib/store/delivery-store.ts')
  expect(await store().countPlaces(delivery.id)).toMatchObject({ there: 0, by_hand: 0 })
})
