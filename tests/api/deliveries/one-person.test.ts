/**
 * A refusal for one person stops no other person's delivery. A refusal for everybody fails the run, and no photo counts
 * as removed.
 */
import { expect, test } from 'vitest'
import type { PlaceOfPerson } from '#lib/deliveries/contract.ts'
import {
  confirm,
  create,
  lastRun,
  listItems,
  openDesk,
  read,
  run,
  toFolder,
} from '#tests/support/deliveries.ts'
import type { Person } from '#tests/support/desk.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { startGraph, toAccounts } from '#tests/support/receivers.ts'
import { SLAPD, startDirectory } from '#tests/support/slapd.ts'

const whenThere = SLAPD === null ? test.skip : test

if (SLAPD === null) test('no directory is here', () => leaveOut('deliveries to a replica', 'slapd'))

async function openTenant() {
  const accounts = toAccounts([])
  const { graph, destination, secrets, env } = await startGraph(accounts)
  const opened = await openDesk(env)
  Object.assign(accounts, toAccounts(opened.ready.map(({ email }) => email)))
  const input = toFolder('', { destination, secrets, removals_percent: 100 })
  const accountOf = ({ email }: { email: string }) => {
    const account = accounts[email]
    if (!account) throw new Error(`There is no account ${email}.`)
    return account
  }
  return { ...opened, graph, accounts, input, accountOf }
}

async function readPlace(person: Person, { id }: { id: number }): Promise<PlaceOfPerson | undefined> {
  const { body } = await person.json<{ data: PlaceOfPerson[] }>('GET', `/api/employees/${id}/places`)
  return body.data[0]
}

test.each([403, 500] as const)('a mailbox that answers %i costs nobody else their photo', async status => {
  const { admin, editor, ready, input, accountOf } = await openTenant()
  const [protectedOne, ...others] = ready
  if (!protectedOne) throw new Error('The seed is too small.')
  accountOf(protectedOne).fails = status
  const delivery = await create(admin, input)
  const done = await confirm(editor, await lastRun(admin, delivery, 'review'))
  expect(done.counts.add).toMatchObject({ done: others.length, failed: 1 })
  expect(others.every(other => accountOf(other).photo !== null)).toBe(true)
  const problem = status === 403 ? 'not_allowed' : 'broken'
  expect((await listItems(editor, done))[0]).toMatchObject({ employee_id: protectedOne.id, problem })
  // The next run concerns this person alone; everybody else has their photo.
  expect(await run(editor, delivery)).toMatchObject({ unchanged: others.length, failed: 1 })
})

test('a mailbox that cannot be written keeps its photo, and a person is asked to remove it', async () => {
  const { desk, admin, editor, ready, input, accountOf } = await openTenant()
  const delivery = await create(admin, input)
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  const [kept, gone] = ready
  if (!kept || !gone) throw new Error('The seed is too small.')
  accountOf(kept).fails = 403
  for (const { id } of [kept, gone]) await desk.service.portal('POST', `/employees/${id}/retake`, {})
  expect((await run(editor, delivery)).counts.remove).toEqual({ total: 2, done: 1, failed: 1 })
  expect(accountOf(gone).photo).toBeNull()
  expect(await readPlace(editor, kept)).toMatchObject({ state: 'by_hand', problem: 'not_allowed' })
  expect(await readPlace(editor, gone)).toMatchObject({ state: 'removed', problem: null })
})

test('an account that was renamed is found by its id', async () => {
  const { desk, admin, editor, ready, input, accounts, accountOf } = await openTenant()
  const delivery = await create(admin, input)
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  const [renamed] = ready
  if (!renamed) throw new Error('The seed is too small.')
  const account = Object.assign(accountOf(renamed), { id: `id-of-${renamed.email}` })
  delete accounts[renamed.email]
  accounts['married@example.com'] = account
  await desk.service.portal('POST', `/employees/${renamed.id}/retake`, {})
  expect((await run(editor, delivery)).counts.remove).toEqual({ total: 1, done: 1, failed: 0 })
  expect(account.photo).toBeNull()
})

test('a run that could serve nobody has failed for everybody', async () => {
  const { admin, editor, ready, input, accounts } = await openTenant()
  for (const account of Object.values(accounts)) account.fails = 403
  const delivery = await create(admin, input)
  // No single person has failed: the next run begins with all of them.
  expect(await confirm(editor, await lastRun(admin, delivery, 'review'), 'failed')).toMatchObject({
    ...{ error: 'not_allowed', counts: { add: { total: ready.length, done: 0, failed: 0 } } },
  })
  for (const email of Object.keys(accounts)) delete accounts[email]
  expect(await run(editor, delivery, 'failed')).toMatchObject({
    ...{ error: 'nobody_found', counts: { add: { total: ready.length, done: 0, failed: ready.length } } },
  })
})

whenThere(
  'a replica removes nothing when a delivery ends: 0 of all are called removed, and the access stays',
  async () => {
    const authority = new URL('../../support/tls/authority.cert.pem', import.meta.url).pathname
    const { trustTestAuthority } = await import('#tests/support/slapd.ts')
    const opened = await openDesk({ NODE_EXTRA_CA_CERTS: authority })
    const { admin, editor, ready } = opened
    const people = ready.map(({ id, email, mitarbeiternummer: number }) => ({
      dn: `cn=${id}`,
      uid: String(id),
      email,
      number,
    }))
    const directory = await startDirectory(people)
    trustTestAuthority()
    const { ldaps: url, base, writer } = directory
    const filter = '(employeeNumber={mitarbeiternummer})'
    const destination = {
      kind: 'ldap',
      url,
      user: writer.user,
      base,
      filter,
      attribute: 'thumbnailPhoto',
    } as const
    const delivery = await create(
      admin,
      toFolder('', { destination, secrets: { password: writer.password } }),
    )
    await confirm(editor, await lastRun(admin, delivery, 'review'))
    await directory.setRules({ isReplica: true })
    const end = () => admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
    await end()
    expect(await lastRun(admin, delivery, 'failed')).toMatchObject({ error: 'refers_elsewhere' })
    const now = await read(admin, delivery)
    expect(now).toMatchObject({ ended_at: null, places: { there: ready.length, removed: 0, by_hand: 0 } })
    const { getDeliveryStore } = await import('#lib/store/delivery-store.ts')
    expect((await getDeliveryStore().find(delivery.id))?.secrets).not.toBeNull()

    await directory.setRules({})
    await end()
    await lastRun(admin, delivery, 'done')
    expect((await read(admin, delivery)).places).toMatchObject({ there: 0, removed: ready.length })
  },
)
