/** A damaged row never breaks a list: its readable fields are shown, and the log names the others. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Delivery } from '#lib/deliveries/contract.ts'
import { create, createFolder, toFolder } from '#tests/support/deliveries.ts'
import { startDesk } from '#tests/support/desk.ts'

const LDAP = {
  ...{ kind: 'ldap', url: 'ldaps://dc01.example.com:636a', user: 'cn=desk', base: 'dc=x' },
  ...{ filter: '(mail={email})', attribute: 'thumbnailPhoto' },
}

async function open() {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const list = async () => {
    const { status, body } = await admin.json<{ data: Delivery[] }>('GET', '/api/deliveries')
    return { status, names: body.data.map(({ name, where }) => [name, where]) }
  }
  return { admin, folder, list }
}

test('an LDAP address that cannot be parsed is refused before anything is created', async () => {
  const { admin, folder, list } = await open()
  const input = { ...toFolder(folder), destination: LDAP, secrets: { password: 'any' } }
  const { status, body } = await admin.json('POST', '/api/deliveries', { body: input })
  expect([status, body]).toMatchObject([422, { errors: { 'destination.url': expect.any(Array) } }])
  expect(
    await admin.json('POST', '/api/deliveries/test', { body: { destination: LDAP, secrets: {} } }),
  ).toMatchObject({ status: 422 })
  expect(await list()).toEqual({ status: 200, names: [] })
})

test('the list of deliveries shows every other one beside a damaged row', async () => {
  const { admin, folder, list } = await open()
  const { getDatabase } = await import('#lib/store/database.ts')
  const damaged = await create(admin, toFolder(folder, { name: 'Damaged' }))
  await getDatabase().run(
    'UPDATE deliveries SET destination = ? WHERE id = ?',
    JSON.stringify(LDAP),
    damaged.id,
  )
  // An address that earlier versions accepted is still shown, so that the delivery can be ended.
  expect(await list()).toEqual({ status: 200, names: [['Damaged', LDAP.url]] })
  const other = join(folder, 'other')
  mkdirSync(other)
  const good = await create(admin, toFolder(other, { name: 'Good' }))
  for (const destination of ['{"kind":"elsewhere"}', '{']) {
    await getDatabase().run('UPDATE deliveries SET destination = ? WHERE id = ?', destination, damaged.id)
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await list()).toEqual({ status: 200, names: [['Good', good.where]] })
    expect(String(printed.mock.calls[0])).toContain(
      `"event":"row_unreadable","list":"deliveries","id":"${damaged.id}"`,
    )
    printed.mockRestore()
  }
})
