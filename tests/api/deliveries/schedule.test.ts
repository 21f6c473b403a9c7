import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryRun } from '#lib/deliveries/contract.ts'
import {
  confirm,
  create,
  createFolder,
  DELIVERED_PROJECT,
  lastRun,
  read,
  readFolder,
  run,
  toFolder,
} from '#tests/support/deliveries.ts'
import { startDesk } from '#tests/support/desk.ts'
import type { DeskSettings } from '#tests/support/desk-env.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const MINUTE_MS = 60_000

async function delivered(settings: DeskSettings = {}) {
  const { folder, settings: own } = createFolder()
  const desk = startDesk({ settings: { ...own, ...settings } })
  const admin = await desk.signIn('admin')
  const delivery = await create(admin, toFolder(folder))
  await confirm(admin, await lastRun(admin, delivery, 'review'))
  const runs = async () =>
    (await admin.json<{ data: DeliveryRun[] }>('GET', `/api/deliveries/${delivery.id}/runs`)).body.data
  const { keepSchedule } = await import('#lib/deliveries/manage/keep-schedule.ts')
  const due = async () => new Date((await read(admin, delivery)).next_run_at ?? 0)
  return { desk, folder, admin, delivery, runs, keepSchedule, due }
}

test('a run begins once when it is due, however many desks check and however late', async () => {
  const { admin, delivery, runs, keepSchedule, due } = await delivered()
  const at = await due()
  await keepSchedule(new Date(at.getTime() - 1))
  expect(await runs()).toHaveLength(1)
  // The desk was off for three nights.
  const late = new Date(at.getTime() + 3 * 24 * 60 * 60_000)
  await Promise.all([keepSchedule(late), keepSchedule(late)])
  await keepSchedule(late)
  await lastRun(admin, delivery, 'done')
  expect(await runs()).toHaveLength(2)
  expect((await runs())[0]).toMatchObject({ started_by: null, total: 0 })
  expect((await due()).getTime()).toBeGreaterThan(late.getTime())
})

test('a delivery that is switched off or ended never runs by itself', async () => {
  const { admin, delivery, runs, keepSchedule, due } = await delivered()
  const at = await due()
  await admin.json('PATCH', `/api/deliveries/${delivery.id}`, { body: { is_on: false } })
  await keepSchedule(at)
  expect(await runs()).toHaveLength(1)
  await admin.json('PATCH', `/api/deliveries/${delivery.id}`, { body: { is_on: true } })
  await keepSchedule(await due())
  expect(await runs()).toHaveLength(2)
})

test('a delivery that ran while the clock was ahead runs at its next time, not at that date', async () => {
  const { admin, delivery, runs, keepSchedule, due } = await delivered()
  const at = await due()
  await keepSchedule(new Date(at.getTime() + 400 * 24 * 60 * 60_000))
  await lastRun(admin, delivery, 'done')
  await keepSchedule(new Date(at.getTime() - 60 * MINUTE_MS))
  expect(await due()).toEqual(at)
  await keepSchedule(at)
  expect(await runs()).toHaveLength(3)
})

test('a desk whose clock is 30 s behind does not repeat a run that another desk has begun', async () => {
  const { admin, delivery, runs, keepSchedule, due } = await delivered()
  const at = await due()
  await keepSchedule(at)
  await lastRun(admin, delivery, 'done')
  const next = await due()
  await keepSchedule(new Date(at.getTime() - MINUTE_MS / 2))
  expect(await due()).toEqual(next)
  await keepSchedule(at)
  expect(await runs()).toHaveLength(2)
})

test('a due time is claimed only as it was read, and only for a delivery that is on', async () => {
  const { admin, delivery, due } = await delivered()
  const { getDeliveryStore } = await import('#lib/store/delivery-store.ts')
  const [from, to] = [(await due()).toISOString(), '2026-11-21T02:00:00.000Z']
  // Another desk has begun the run meanwhile.
  const other = '2026-11-29T02:00:00.000Z'
  await getDeliveryStore().update(delivery.id, { next_run_at: other })
  expect(await getDeliveryStore().takeBack(delivery.id, { from, to })).toBe(false)
  expect((await due()).toISOString()).toBe(other)
  expect(await getDeliveryStore().takeBack(delivery.id, { from: other, to })).toBe(true)
  await admin.json('PATCH', `/api/deliveries/${delivery.id}`, { body: { is_on: false } })
  await getDeliveryStore().update(delivery.id, { next_run_at: other })
  expect(await getDeliveryStore().takeBack(delivery.id, { from: other, to })).toBe(false)
})

test('a schedule that cannot be read is logged once and stops no other delivery', async () => {
  const { desk, admin, delivery, keepSchedule, runs, due } = await delivered()
  const at = await due()
  const { getSqlite } = await import('#lib/store/database.ts')
  // This row sorts before the other one in every order.
  getSqlite().exec(
    `INSERT INTO deliveries SELECT '0', 'A', project_id, project, request, destination, secrets, '{"kind":"hourly"}',
       removals_percent, is_on, '2026-01-01T00:00:00.000Z', failures, confirmed_at, key_fingerprint, created_by, created_at, ended_at,
       puts_back
     FROM deliveries`,
  )
  for (let look = 0; look < 2; look += 1) await keepSchedule(at)
  await lastRun(admin, delivery, 'done')
  expect(await runs()).toHaveLength(2)
  const told = desk.output.filter(line => line.includes('delivery_schedule_unreadable'))
  expect(told.map(line => JSON.parse(line))).toMatchObject([{ level: 'error', delivery: '0' }])
})

/** The operator's mail server, and the mails that it received. */
async function startMailServer({ isAway = (): boolean => false } = {}) {
  const mails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      if (isAway()) return done(new Error('451 Later.'))
      const to = session.envelope.rcptTo.map(({ address }) => address)
      mails.push({ to, text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '') })
      done()
    },
  })
  server.on('error', () => {})
  onTestFinished(() => void server.close())
  const listening = server.listen(0, '127.0.0.1')
  if (!listening.listening) await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { mails, settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'desk@example.com' } }
}

test('administrators get one mail for the first failure until a run succeeds again', async () => {
  const { mails, settings } = await startMailServer()
  const { desk, admin, delivery } = await delivered(settings)
  const meta = { current_page: 1, last_page: 1, per_page: 200, total: 0 }
  const answer = { kind: 'status', status: 200, body: { data: [], meta } } as const
  await desk.service.fault({ path: '/projects/*/employees', times: 99, answer })
  await run(admin, delivery, 'failed')
  await until('the mail has come', () => mails.length > 0)
  await run(admin, delivery, 'failed')
  await until('the second failure is noted', async () => (await read(admin, delivery)).failures === 2)
  expect(mails).toHaveLength(1)
  const { data } = (await admin.json<{ data: { email: string; role: string }[] }>('GET', '/api/accounts'))
    .body
  expect(mails[0]?.to).toEqual(data.filter(({ role }) => role === 'admin').map(({ email }) => email))
  expect(mails[0]?.text).toContain('Deshalb wurde nichts weggenommen.')
  expect(mails[0]?.text).toContain(`/deliveries/${delivery.id}`)
})

test('administrators get one mail for a scheduled run that waits, and none for their own runs', async () => {
  const { mails, settings } = await startMailServer()
  const { desk, admin, delivery, keepSchedule, due } = await delivered(settings)
  const people = await listPeople(desk.service, DELIVERED_PROJECT)
  for (const { id, photo } of people)
    if (photo.approved) await desk.service.portal('POST', `/employees/${id}/retake`, {})
  await keepSchedule(await due())
  const review = await lastRun(admin, delivery, 'review')
  await until('the mail has come', () => mails.length > 0)
  expect(mails[0]?.text).toContain('wartet, bis jemand ihn gelesen hat')
  expect(mails[0]?.text).toContain(`/deliveries/${delivery.id}`)
  await keepSchedule(await due())
  await admin.json('DELETE', `/api/deliveries/${delivery.id}/runs/${review.id}`)
  await lastRun(admin, delivery, 'cancelled')
  await run(admin, delivery, 'review')
  expect(mails).toHaveLength(1)
})

test('a mail that the server refuses is sent later, once', async () => {
  let isAway = true
  const { mails, settings } = await startMailServer({ isAway: () => isAway })
  const { desk, admin, delivery } = await delivered(settings)
  const meta = { current_page: 1, last_page: 1, per_page: 200, total: 0 }
  const answer = { kind: 'status', status: 200, body: { data: [], meta } } as const
  await desk.service.fault({ path: '/projects/*/employees', times: 99, answer })
  await run(admin, delivery, 'failed')
  await until('it is told', async () => desk.output.some(line => line.includes('mail_not_sent')))
  isAway = false
  const { sendDueMails } = await import('#lib/deliveries/mail/mail-queue.ts')
  await sendDueMails(new Date())
  expect(mails).toHaveLength(0)
  const later = new Date(Date.now() + 2 * MINUTE_MS)
  await Promise.all([sendDueMails(later), sendDueMails(later)])
  await sendDueMails(new Date(later.getTime() + 60 * MINUTE_MS))
  expect(mails).toHaveLength(1)
})

test('a mail names a photo to be removed by hand, and comes every week until it is confirmed', async () => {
  const { mails, settings } = await startMailServer()
  const { admin, delivery, folder } = await delivered(settings)
  const [name] = [...readFolder(folder).keys()].filter(one => one.endsWith('.jpg'))
  const { getDatabase } = await import('#lib/store/database.ts')
  const { rows } = {
    rows: await getDatabase().all('SELECT employee_id, person, receipt FROM delivery_places'),
  }
  const row = rows.find(({ receipt }) => String(receipt).includes(`"${name}"`))
  const { last_name } = JSON.parse(String(row?.person))
  writeFileSync(join(folder, String(name)), 'another one')
  await getDatabase().run('UPDATE deliveries SET removals_percent = 100')
  const { getDeliveryStore } = await import('#lib/store/delivery-store.ts')
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
  await until('the mail has come', () => mails.length > 0)
  expect(mails[0]?.text).toContain(last_name)
  const sent = 'SELECT id FROM delivery_mails WHERE sent_at IS NOT NULL'
  await until('it is noted', async () => (await getDatabase().all(sent)).length === 1)
  const { sendDueMails } = await import('#lib/deliveries/mail/mail-queue.ts')
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * MINUTE_MS)
  await sendDueMails(inDays(6))
  expect(mails).toHaveLength(1)
  await sendDueMails(inDays(8))
  expect(mails).toHaveLength(2)
  expect(mails[1]?.text).toContain(last_name)
  expect((await getDeliveryStore().countPlaces(delivery.id)).by_hand).toBe(1)
  await admin.json('DELETE', `/api/deliveries/${delivery.id}/places`)
  await sendDueMails(inDays(16))
  expect(mails).toHaveLength(2)
})

test('a test mail goes to the administrator who asks for it', async () => {
  const { mails, settings } = await startMailServer()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const send = async () => (await admin.json('POST', '/api/deliveries/test-mail')).body.data
  expect(await send()).toEqual({ trouble: null })
  expect(mails).toMatchObject([
    { to: [expect.stringContaining('@')], text: expect.stringContaining('Testmail') },
  ])
})

test('a test mail says that no mail server is set', async () => {
  const admin = await startDesk().signIn('admin')
  const { body } = await admin.json('POST', '/api/deliveries/test-mail')
  expect(body.data).toEqual({ trouble: 'not_set' })
})
