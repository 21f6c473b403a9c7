import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import type { DestinationSecrets } from '#lib/deliveries/destinations/settings.ts'
import { confirm, create, lastRun, openDesk, read, run, toFolder } from '#tests/support/deliveries.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createSshKey } from '#tests/support/open-ssh.ts'
import { RECEIVERS } from '#tests/support/receivers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

/** Credentials that the destination refuses, of the same kind as those that it accepts. */
const WRONG: Record<'sftp' | 'ldap' | 'microsoft-365', () => DestinationSecrets> = {
  sftp: () => ({ private_key: createSshKey(join(createTempFolder(), 'other')) }),
  ldap: () => ({ password: 'an0ther-s3cret' }),
  'microsoft-365': () => ({ client_secret: 'an0ther-s3cret' }),
}

test.each(['sftp', 'ldap', 'microsoft-365'] as const)(
  '%s: no answer, log line or table holds the credentials, also when they are refused',
  async kind => {
    const open = RECEIVERS[kind]
    if (!open) return leaveOut(`credentials of deliveries to ${kind}`, 'its server')
    const said: string[] = []
    for (const method of ['log', 'error', 'warn'] as const)
      vi.spyOn(console, method).mockImplementation((...words) => void said.push(inspect(words)))
    const { destination, secrets, env } = await open(3)
    const { NODE_EXTRA_CA_CERTS: _, ...settings } = env
    const { desk, admin, editor, ready } = await openDesk(settings)
    const ask = async (...given: Parameters<typeof admin.call>) => {
      said.push(await (await admin.call(...given)).text())
    }
    await ask('POST', '/api/deliveries/test', { body: { destination, secrets } })
    expect(said.join('\n')).toContain('"error":null')
    const delivery = await create(admin, toFolder('', { destination, secrets }))
    // The directory and the tenant contain other people.
    await confirm(editor, await lastRun(admin, delivery, 'review'), kind === 'sftp' ? 'done' : 'failed')
    const wrong = WRONG[kind]()
    await ask('POST', '/api/deliveries/test', { body: { destination, secrets: wrong } })
    await ask('PATCH', `/api/deliveries/${delivery.id}`, { body: { secrets: wrong } })
    for (const step of ['retake', 'upload', 'edit', 'approve'])
      await desk.service.portal('POST', `/employees/${ready[0]?.id}/${step}`, {})
    expect(await run(editor, delivery, 'failed')).toMatchObject({ error: 'sign_in_refused' })
    said.push(inspect(await read(admin, delivery), { depth: 9 }))
    for (const path of ['', `/${delivery.id}`, `/${delivery.id}/runs`, `/${delivery.id}/record?format=csv`])
      await ask('GET', `/api/deliveries${path}`)
    await ask('GET', '/api/activity')
    const { getSqlite } = await import('#lib/store/database.ts')
    const tables = getSqlite().prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    for (const { name } of tables)
      said.push(inspect(getSqlite().prepare(`SELECT * FROM "${name}"`).all(), { maxArrayLength: null }))
    const all = said.join('\n')
    expect(all).toContain('Intranet')
    // Each single line of a key would already reveal too much.
    const lines = [secrets, wrong].flatMap(one => Object.values(one).flatMap(value => value.split('\n')))
    for (const line of lines.filter(one => one.length > 5 && !one.startsWith('-----')))
      expect(all.includes(line)).toBe(false)
  },
)
