import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { confirm, create, lastRun, openDesk, read, run, toFolder } from '#tests/support/deliveries.ts'
import { startGraph, toAccounts } from '#tests/support/receivers.ts'

test('what the desk signs in with is in no answer, no log line and no table, also when it is refused', async () => {
  const said: string[] = []
  for (const method of ['log', 'error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void said.push(inspect(words)))
  const accounts = toAccounts([])
  const { destination, secrets, env } = await startGraph(accounts)
  const { desk, admin, editor, ready } = await openDesk(env)
  Object.assign(accounts, toAccounts(ready.map(({ email }) => email)))
  const ask = async (...given: Parameters<typeof admin.call>) => {
    said.push(await (await admin.call(...given)).text())
  }
  await ask('POST', '/api/deliveries/test', { body: { destination, secrets } })
  const delivery = await create(admin, toFolder('', { destination, secrets }))
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  const wrong = 'another-s3cret'
  await ask('PATCH', `/api/deliveries/${delivery.id}`, { body: { secrets: { client_secret: wrong } } })
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${ready[0]?.id}/${step}`, {})
  said.push(inspect(await read(admin, delivery), { depth: 9 }))
  for (const path of ['', `/${delivery.id}`, `/${delivery.id}/runs`, `/${delivery.id}/record?format=csv`])
    await ask('GET', `/api/deliveries${path}`)
  await ask('GET', '/api/activity')
  expect(await run(editor, delivery, 'failed')).toMatchObject({ error: 'sign_in_refused' })
  const { getSqlite } = await import('#lib/store/database.ts')
  const tables = getSqlite().prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  for (const { name } of tables)
    said.push(inspect(getSqlite().prepare(`SELECT * FROM "${name}"`).all(), { maxArrayLength: null }))
  expect(said.join('\n')).toContain('Intranet')
  expect(said.join('\n')).not.toContain(secrets.client_secret)
})
