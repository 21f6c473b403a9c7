import { describe, expect, test } from 'vitest'
import { parseEnv, SettingsError } from '#lib/settings/env.ts'

const GOOD = {
  OIDC_ISSUER: 'https://login.example.com/realms/company',
  OIDC_CLIENT_ID: 'portrait-desk',
  OIDC_CLIENT_SECRET: 'a-client-secret-of-32-characters',
  OIDC_ADMIN_VALUES: 'hr-admins, it admins,',
}

function refusal(changes: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...GOOD, ...changes })
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  throw new Error('These settings were accepted.')
}

test('a desk without its settings has no single sign-on', () => {
  expect(parseEnv({})).toMatchObject({ oidc: null, localSignIn: true })
})

test('the settings issuer, client, secret and one role value suffice', () => {
  expect(parseEnv(GOOD)).toMatchObject({
    localSignIn: true,
    oidc: {
      issuer: 'https://login.example.com/realms/company',
      clientId: 'portrait-desk',
      clientSecret: 'a-client-secret-of-32-characters',
      name: 'Single sign-on',
      scopes: 'openid email profile',
      roleClaim: 'roles',
      roleValues: { admin: ['hr-admins', 'it admins'], editor: [], viewer: [] },
    },
  })
})

test('passwords can be switched off, but never without another way in', () => {
  expect(parseEnv({ ...GOOD, LOCAL_SIGN_IN: '0' }).localSignIn).toBe(false)
  expect(() => parseEnv({ LOCAL_SIGN_IN: '0' })).toThrow(/^LOCAL_SIGN_IN=0 needs single sign-on/)
})

test('incomplete settings of single sign-on are refused', () => {
  expect(() => parseEnv({ OIDC_ADMIN_VALUES: 'hr' })).toThrow(
    /^OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are missing, but OIDC_ADMIN_VALUES is set: /,
  )
  expect(() => parseEnv({ ...GOOD, OIDC_CLIENT_ID: '' })).toThrow(
    /^OIDC_CLIENT_ID is missing, but OIDC_ISSUER /,
  )
})

test('an issuer on this machine may do without TLS', () => {
  expect(parseEnv({ ...GOOD, OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidc?.issuer).toBe(
    'http://127.0.0.1:9000',
  )
})

test('one tenant of Entra ID is an issuer', () => {
  const issuer = 'https://login.microsoftonline.com/833ced3d-cb2e-41de-92f1-29e2af035ddc/v2.0'
  expect(parseEnv({ ...GOOD, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
})

describe('invalid settings of single sign-on', () => {
  test.each<[string, string | undefined]>([
    ['OIDC_ISSUER', undefined],
    ['OIDC_ISSUER', 'CANARY'],
    ['OIDC_ISSUER', 'http://canary.example.com'],
    ['OIDC_ISSUER', 'https://canary:secret@example.com'],
    ['OIDC_ISSUER', 'https://example.com/?canary=1'],
    ['OIDC_ISSUER', 'https://example.com/#canary'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/Consumers/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.us/common'],
    ['OIDC_CLIENT_ID', undefined],
    ['OIDC_CLIENT_SECRET', undefined],
    ['OIDC_CLIENT_SECRET', 'canary'],
    ['OIDC_ADMIN_VALUES', undefined],
    ['OIDC_ADMIN_VALUES', ' , '],
    ['OIDC_SCOPES', 'email canary'],
    ['OIDC_SCOPES', 'openid  canary'],
    ['OIDC_NAME', 'canary'.repeat(7)],
    ['LOCAL_SIGN_IN', 'canary'],
  ])('the setting %s=%s stops the start with one sentence, without its value', (name, value) => {
    const sentence = refusal({ [name]: value })
    expect(sentence).toMatch(new RegExp(`^${name}[ ,][^\n]+\\.$`))
    expect(sentence.toLowerCase()).not.toContain('canary')
  })
})
