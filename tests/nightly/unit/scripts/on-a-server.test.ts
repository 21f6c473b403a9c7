import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectTo, ENGINES } from '#tests/support/engines.ts'
import { createOperator } from '#tests/support/operator.ts'
import { createTestDatabase, startPostgresWithTls } from '#tests/support/postgres.ts'

async function createDesk(url?: string) {
  const operator = createOperator()
  const database = url ?? (await createTestDatabase())
  Object.assign(operator.env, { DATABASE_URL: database })
  return { ...operator, url: database }
}

describe.runIf(ENGINES.includes('postgres'))('commands with the database on a server', () => {
  test('account commands use the server, and create no file', async () => {
    const desk = await createDesk()
    expect(desk.account('add', 'anna@example.com', '--role', 'admin')).toMatchObject({ status: 0, error: '' })
    expect(desk.account('list').out).toBe('anna@example.com\tadmin\tactive\tpassword')
    expect(await connectTo(desk.url).all('SELECT email FROM accounts')).toEqual([
      { email: 'anna@example.com' },
    ])
    expect(existsSync(join(desk.dataDir, 'desk.sqlite'))).toBe(false)
  })

  test('the person command shows and removes data in a database on a server', async () => {
    const desk = await createDesk()
    await connectTo(desk.url).run(
      `INSERT INTO activity (at, actor_email, action, outcome, project, employee, details)
       VALUES ('2026-11-20T10:00:00.000Z', 'a@example.com', 'employee_changed', 'done', 7, 17,
         '{"person":{"name":"Anna Groß","mitarbeiternummer":"4711"},"changes":[{"field":"email","old":"Anna@x.example","new":"b@x.example"}]}')`,
    )
    await connectTo(desk.url).run('INSERT INTO activity_people VALUES (1, 17)')
    const shown = JSON.parse(desk.run('person', ['show', 'ANNA@x.example']).out)
    expect(shown.people).toMatchObject([
      { employee_id: 17, project_id: 7, names: ['Anna Groß'], numbers: ['4711'] },
    ])
    expect(desk.run('person', ['forget', '4711', '--yes'])).toMatchObject({ status: 0, error: '' })
    const rows = JSON.stringify(await connectTo(desk.url).all('SELECT * FROM activity'))
    expect(rows).not.toMatch(/Anna|4711|x\.example/)
    expect(rows).toContain('employee_changed')
  })

  test('backup and restore refer to the tools of the server', async () => {
    const desk = await createDesk()
    expect(desk.run('backup', ['copy.sqlite'])).toMatchObject({
      status: 1,
      error: expect.stringContaining('pg_dump --format=custom'),
    })
    expect(desk.run('restore', ['copy.sqlite'])).toMatchObject({
      status: 1,
      error: expect.stringContaining(
        'into an empty database, with dropdb, createdb and "pg_restore --dbname=',
      ),
    })
  })

  test('the doctor checks the server, creates nothing there, and prints no password', async () => {
    const url = await createTestDatabase()
    const desk = await createDesk(url.replace('desk@', 'desk:CANARY@'))
    const first = desk.run('doctor/doctor', [])
    expect(first.out).toMatch(
      /^database +PostgreSQL \d.* without TLS, schema 0 of \d+, .* no desk works with it · ok/m,
    )
    expect(first.out + first.error).not.toContain('CANARY')
    desk.account('add', 'anna@example.com', '--role', 'admin')
    await connectTo(url).run('UPDATE desk_schema SET version = 999')
    expect(desk.run('doctor/doctor', []).out).toMatch(
      /^database .* schema 999 of .* attention: a newer version/m,
    )
    const away = await createDesk('postgres://desk@127.0.0.1:1/desk')
    expect(away.run('doctor/doctor', []).out).toMatch(
      /^database +cannot be read: .*nobody listens there.* attention: /m,
    )
  })

  test('a server that cannot prove its name over TLS is not contacted', async () => {
    const { address, authority } = await startPostgresWithTls()
    const list = async (url: string, ca = '') => {
      const desk = await createDesk(url)
      Object.assign(desk.env, { DATABASE_CA_FILE: ca })
      return desk.account('list')
    }
    expect(await list(`${address}?sslmode=verify-full`)).toMatchObject({
      status: 1,
      error: expect.stringMatching(/certificate is not trusted .*DATABASE_CA_FILE/),
    })
    expect(await list(`${address}?sslmode=verify-full`, authority)).toMatchObject({ status: 0, error: '' })
    const byNumber = address.replace('localhost', '127.0.0.1')
    expect(await list(`${byNumber}?sslmode=verify-full`, authority)).toMatchObject({ status: 1 })
    expect(await list(`${byNumber}?sslmode=verify-ca`, authority)).toMatchObject({ status: 0 })
    expect(await list(`${byNumber}?sslmode=require`)).toMatchObject({ status: 0 })
  })
})
