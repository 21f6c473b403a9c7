import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { createOperator } from '#tests/support/operator.ts'

describe('portrait-desk account', () => {
  test('the account command creates accounts, lists them, and changes roles', () => {
    const { account } = createOperator()
    expect(account('add', 'anna@example.com', '--role', 'admin').status).toBe(0)
    expect(account('add', 'ben@example.com', '--role', 'viewer').status).toBe(0)
    expect(account('add', 'ANNA@example.com', '--role', 'viewer').error).toMatch(/already an account/)
    expect(account('role', 'ben@example.com', '--role', 'editor').status).toBe(0)
    expect(account('disable', 'ben@example.com').status).toBe(0)
    expect(account('list').out.split('\n')).toEqual([
      'anna@example.com\tadmin\tactive\tpassword',
      'ben@example.com\teditor\tdisabled\tpassword',
    ])
    expect(account('enable', 'ben@example.com').out).toContain('active')
    expect(account('reset-link', 'ben@example.com').out).toMatch(
      /^https:\/\/desk\.example\.test\/invitation#[\w-]{43}$/,
    )
  })

  test('the account command keeps the last administrator, and says so without a log entry', () => {
    const { account, dataDir } = createOperator()
    account('add', 'anna@example.com', '--role', 'admin')
    for (const args of [
      ['disable', 'anna@example.com'],
      ['role', 'anna@example.com', '--role', 'viewer'],
    ])
      expect(account(...args)).toMatchObject({
        status: 1,
        error: expect.stringMatching(/at least one administrator/),
      })
    const database = openDatabase(dataDir)
    const others = database.prepare("SELECT count(*) AS n FROM activity WHERE action <> 'account_added'")
    expect(others.get()).toEqual({ n: 0 })
    database.close()
  })

  test('the account command creates no password and no link without local sign-in', () => {
    const { account, env } = createOperator()
    account('add', 'anna@example.com', '--role', 'admin')
    Object.assign(env, {
      LOCAL_SIGN_IN: '0',
      OIDC_ISSUER: 'https://login.example.test',
      OIDC_CLIENT_ID: 'desk',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      OIDC_ADMIN_VALUES: 'hr',
    })
    for (const args of [
      ['add', 'ben@example.com', '--role', 'admin'],
      ['reset-link', 'anna@example.com'],
    ])
      expect(account(...args)).toMatchObject({ status: 1, error: expect.stringMatching(/sign-on/) })
    expect(account('list').out.split('\n')).toHaveLength(1)
  })

  test('the account command finds an account of single sign-on by a unique e-mail, or by its id', () => {
    const { account, dataDir } = createOperator()
    account('add', 'anna@example.com', '--role', 'admin')
    const database = openDatabase(dataDir)
    const add = database.prepare(
      "INSERT INTO accounts (id, email, role, status, issuer, subject, created_at) VALUES (?, ?, 'admin', 'disabled', 'https://login.example.test', ?, '')",
    )
    add.run('id-of-ben', 'ben@example.com', 'ben')
    add.run('id-of-anna', 'Anna@example.com', 'anna')
    database.close()
    expect(account('enable', 'BEN@example.com').out).toBe('ben@example.com\tadmin\tactive\tsingle sign-on')
    const { status, error } = account('enable', 'anna@example.com')
    expect([status, error]).toEqual([1, expect.stringMatching(/by the id.*id-of-anna/s)])
    expect(account('enable', 'id-of-anna').out).toBe('Anna@example.com\tadmin\tactive\tsingle sign-on')
    expect(account('role', 'id-of-anna', '--role', 'viewer')).toMatchObject({
      status: 1,
      error: expect.stringMatching(/sign-on/),
    })
  })

  test('the account command refuses guessable passwords and unknown options', () => {
    const { run, account } = createOperator()
    expect(run('account', ['add', 'a@example.com', '--role', 'admin'], '123456789012345\n').status).toBe(1)
    for (const args of [
      [],
      ['add', 'a@example.com'],
      ['add', 'a@example.com', '--role', 'owner'],
      ['list', 'x'],
      ['toString'],
    ])
      expect(account(...args)).toMatchObject({ status: 1, error: expect.stringMatching(/^Usage: /) })
    expect(account('disable', 'nobody@example.com').error).toMatch(/no account/)
  })
})

test('an added account is in the activity log, and a refused one is not', () => {
  const { account, dataDir } = createOperator()
  account('add', 'anna@example.com', '--role', 'admin')
  account('add', 'anna@example.com', '--role', 'viewer')
  const database = openDatabase(dataDir)
  const [{ id } = {}] = database.prepare('SELECT id FROM accounts').all()
  expect(database.prepare('SELECT actor_email, action, outcome, details FROM activity').all()).toEqual([
    {
      actor_email: 'operator',
      action: 'account_added',
      outcome: 'done',
      details: JSON.stringify({ account: { id, email: 'anna@example.com' }, role: 'admin' }),
    },
  ])
  database.close()
})

test('an account is not created in practice mode because settings are missing', () => {
  const { account, env, dataDir } = createOperator()
  Object.assign(env, { APP_URL: '', APP_SECRET: '', PORTRAIT_API_URL: '' })
  const add = ['add', 'anna@example.com', '--role', 'admin']
  expect(account(...add)).toMatchObject({ status: 1, error: expect.stringContaining('PORTRAIT_API_URL') })
  expect(existsSync(join(dataDir, 'practice.sqlite'))).toBe(false)
  expect(account(...add, '--practice').status).toBe(0)
  expect(existsSync(join(dataDir, 'practice.sqlite'))).toBe(true)
})

test('an account command leaves nothing beside the database', () => {
  const { account, dataDir } = createOperator()
  account('add', 'anna@example.com', '--role', 'admin')
  account('list')
  expect(existsSync(join(dataDir, 'desk.sqlite-wal'))).toBe(false)
})
