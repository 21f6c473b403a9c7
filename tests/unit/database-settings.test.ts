import { describe, expect, test } from 'vitest'
import { parseEnv } from '#lib/settings/env.ts'
import { APP_SECRET, DESK_ORIGIN } from '#tests/support/desk-env.ts'

const DESK = { APP_URL: DESK_ORIGIN, APP_SECRET, PORTRAIT_API_URL: 'https://portraits.example.com/api/v1' }
const read = (DATABASE_URL: string, more = {}) => parseEnv({ ...DESK, DATABASE_URL, ...more }).database

describe('DATABASE_URL', () => {
  test('a stray % in the password of an address is explained, also for SMTP_URL', () => {
    expect(() => read('postgres://desk:100%x@db.example.com/d')).toThrow(
      'DATABASE_URL must have a % of its user',
    )
    const smtp = (SMTP_URL: string) => parseEnv({ ...DESK, SMTP_URL, MAIL_FROM: 'desk@example.com' }).mail
    expect(() => smtp('smtp://desk:100%x@mail.example.com')).toThrow('SMTP_URL must have a % of its user')
    expect(smtp('smtp://desk:100%25x@mail.example.com')).toMatchObject({ from: 'desk@example.com' })
  })

  test('DATABASE_URL is parsed with any characters that a password may hold', () => {
    expect(read('postgres://desk:p%40ss%2Fw%C3%B6rd@db.example.com/portraits')).toMatchObject({
      connection: {
        host: 'db.example.com',
        port: 5432,
        user: 'desk',
        password: 'p@ss/wörd',
        database: 'portraits',
      },
      ...{ poolMax: 10, statementMs: 30_000, lockMs: 10_000, options: '' },
    })
    expect(
      read('postgresql://desk@[fd00::1]:6000/d', { DATABASE_POOL: '4', DATABASE_LOCK_SECONDS: '2' }),
    ).toMatchObject({
      connection: { host: 'fd00::1', port: 6000 },
      ...{ poolMax: 4, lockMs: 2000 },
    })
    expect(read('postgres://desk@localhost/d?host=/run/postgresql')).toMatchObject({
      connection: { host: '/run/postgresql' },
      ssl: false,
    })
  })

  test.each([
    ['postgres://desk@db.example.com/d', { rejectUnauthorized: true }],
    ['postgres://desk@127.0.0.1/d', false],
    ['postgres://desk@[::1]/d', false],
    ['postgres://desk@127.evil.example/d', { rejectUnauthorized: true }],
    ['postgres://desk@127.0.0.1/d?sslmode=verify-full', { rejectUnauthorized: true }],
    [
      'postgres://desk@db.example.com/d?sslmode=verify-ca',
      { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) },
    ],
    ['postgres://desk@db.example.com/d?sslmode=require', { rejectUnauthorized: false }],
    ['postgres://desk@db.example.com/d?sslmode=disable', false],
  ])('DATABASE_URL means TLS with verification on a network, unless it says otherwise: %s', (url, ssl) => {
    expect(read(url)?.ssl).toEqual(ssl)
  })

  test.each([
    ['mysql://desk@db.example.com/d', 'must be an address such as'],
    ['db.example.com', 'must be an address such as'],
    ['postgres://desk@db.example.com', 'must name a user and a database'],
    ['postgres://db.example.com/d', 'must name a user and a database'],
    [
      'postgres://desk@db.example.com/d?sslmode=prefer',
      'must have one of disable, require, verify-ca, verify-full',
    ],
    ['postgres://desk@db.example.com/100%x', 'must have a % of its user, password or path written as %25'],
    ['postgres://100%25x@db.example.com/%ff', 'must have a % of its user'],
    ['postgres://desk@db.example.com/d?sslrootcert=x', 'must hold no parameters but host, options, sslmode'],
  ])('an invalid DATABASE_URL is refused without its contents: %s', (url, said) => {
    expect(() => read(url.replace('desk@', 'desk:CANARY@'))).toThrow(`DATABASE_URL ${said}`)
    expect(() => read(url.replace('desk@', 'desk:CANARY@'))).not.toThrow('CANARY')
  })

  test('DATABASE_URL names an existing authority and client certificate', () => {
    const url = 'postgres://desk@db.example.com/d'
    expect(() => read(url, { DATABASE_CA_FILE: '/nowhere.pem' })).toThrow(
      'DATABASE_CA_FILE names a file that is not there.',
    )
    expect(() => read(url, { DATABASE_CA_FILE: 'package.json' })).toThrow('holds no certificate in PEM')
    expect(read(url, { DATABASE_CA_FILE: 'tests/support/tls/authority.cert.pem' })?.ssl).toMatchObject({
      ca: expect.stringContaining('BEGIN CERTIFICATE'),
    })
  })

  test('DATABASE_URL is ignored in practice mode, with a hint', () => {
    const env = parseEnv({ DATABASE_URL: 'postgres://desk@db.example.com/d' })
    expect([env.database, env.hints]).toEqual([null, [expect.stringContaining('DATABASE_URL is not heeded')]])
  })
})
