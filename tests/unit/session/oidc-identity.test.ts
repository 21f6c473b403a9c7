import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClaim, toIdentity } from '#lib/session/oidc/identity.ts'

const SETTINGS = {
  roleClaim: 'roles',
  roleValues: { admin: ['hr-admins'], editor: ['hr'], viewer: ['auditors'] },
}
const ISSUER = 'https://login.example.com/realms/company'
const TENANT = '833ced3d-cb2e-41de-92f1-29e2af035ddc'

describe('the identity of an account', () => {
  test('the identity is the issuer and the subject, never the e-mail', () => {
    const claims = { iss: ISSUER, sub: 'ada', email: 'boss@example.com', roles: ['hr'] }
    expect(toIdentity(claims, SETTINGS)).toEqual({
      issuer: ISSUER,
      subject: 'ada',
      email: 'boss@example.com',
      role: 'editor',
    })
  })

  test.each(['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn'])(
    'the identity at Entra ID (%s) is the object in its tenant, as subjects differ by app',
    host => {
      const claims = { iss: `https://${host}/${TENANT}/v2.0`, sub: 'pairwise', tid: TENANT, oid: 'cb7eda1b' }
      expect(toIdentity(claims, SETTINGS).subject).toBe(`${TENANT}/cb7eda1b`)
      for (const name of ['tid', 'oid'])
        for (const value of [undefined, '', 7])
          expect(() => toIdentity({ ...claims, [name]: value }, SETTINGS)).toThrow('no_identity')
    },
  )

  test('the identity elsewhere does not depend on claims that only Entra ID guarantees', () => {
    const claims = { iss: ISSUER, sub: 'ada', tid: TENANT, oid: 'somebody-else' }
    expect(toIdentity(claims, SETTINGS).subject).toBe('ada')
  })
})

describe('the label of an account', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ email: ' ada@example.com ' }, 'ada@example.com'],
    [{ preferred_username: 'ada@corp.example' }, 'ada@corp.example'],
    [{ email: '', preferred_username: 'ada' }, 'ada'],
    [{ email: 7, preferred_username: ['ada'] }, 'subject'],
    [{ email: 'a'.repeat(256) }, 'subject'],
    [{ email: 'ada\u202e@example.com\u0000\n' }, 'ada@example.com'],
  ])('the e-mail of %j is %s', (claims, label) => {
    expect(toIdentity({ iss: ISSUER, sub: 'subject', ...claims }, SETTINGS).email).toBe(label)
  })
})

describe('a role', () => {
  test('a role is given by exactly the configured values and nothing else', () => {
    const values = fc.array(fc.oneof(fc.string(), fc.constantFrom('hr', 'hr-admins', 'auditors')))
    fc.assert(
      fc.property(values, roles => {
        const expected = roles.includes('hr-admins')
          ? 'admin'
          : roles.includes('hr')
            ? 'editor'
            : roles.includes('auditors')
              ? 'viewer'
              : null
        expect(toIdentity({ iss: ISSUER, sub: 'ada', roles }, SETTINGS).role).toBe(expected)
      }),
    )
  })

  test('a role is none for any claim that is neither a text nor a list', () => {
    fc.assert(
      fc.property(
        fc.anything().filter(claim => typeof claim !== 'string' && !Array.isArray(claim)),
        roles => {
          expect(toIdentity({ iss: ISSUER, sub: 'ada', roles }, SETTINGS).role).toBeNull()
        },
      ),
    )
  })
})

describe('a claim', () => {
  const claims = {
    roles: ['a'],
    'https://example.com/roles': ['b'],
    realm_access: { roles: ['c'] },
    resource_access: { 'portrait-desk': { roles: ['d'] } },
    text: 'abc',
  }

  test.each([
    ['roles', ['a']],
    ['https://example.com/roles', ['b']],
    ['realm_access.roles', ['c']],
    ['resource_access.portrait-desk.roles', ['d']],
  ])('the claim %s is found', (name, value) => {
    expect(readClaim(claims, name)).toEqual(value)
  })

  test.each([
    '__proto__',
    'constructor',
    'constructor.name',
    'text.length',
    'roles.length.x',
    'a.b',
    '.',
    '',
  ])('the claim %j is missing', name => {
    const found = readClaim(claims, name)
    expect(found).toBeUndefined()
  })
})
