import type { Mutation } from './mutation.ts'

const SIGN_ON = ['tests/api/auth/oidc.test.ts']
const HOSTILE = ['tests/api/auth/oidc-hostile.test.ts']

/** Single sign-on: what a provider, or somebody in between, must not achieve. */
export const SIGN_ON_MUTATIONS: Mutation[] = [
  {
    id: 'oidc-state',
    guard: 'A sign-on ends in the browser that began it',
    file: 'lib/session/oidc-exchange.ts',
    find: "if (params.state !== checks.state) throw new SignOnError('sso_refused', 'wrong_state')",
    replace: '',
    tests: HOSTILE,
  },
  {
    id: 'oidc-iss',
    guard: 'Two providers cannot be mixed up',
    file: 'lib/session/oidc-exchange.ts',
    find: '  requireIssuer(provider, params.iss)\n',
    replace: '  void requireIssuer\n',
    tests: HOSTILE,
  },
  {
    id: 'oidc-subject',
    guard: 'Claims of another subject are nobody’s',
    file: 'lib/session/oidc-exchange.ts',
    find: ' || parsed.data.sub !== claims.sub',
    replace: '',
    tests: HOSTILE,
  },
  {
    id: 'oidc-nonce',
    guard: 'An ID token serves one sign-on',
    file: 'lib/session/oidc-id-token.ts',
    find: "if (claims.nonce !== nonce) throw new SignOnError('sso_refused', 'wrong_nonce')",
    replace: 'void nonce',
    tests: HOSTILE,
  },
  {
    id: 'oidc-issuer',
    guard: 'An ID token is from this issuer',
    file: 'lib/session/oidc-id-token.ts',
    find: '      issuer: document.issuer,\n',
    replace: '',
    tests: HOSTILE,
  },
  {
    id: 'oidc-azp',
    guard: 'An ID token that was made for another program opens nothing',
    file: 'lib/session/oidc-id-token.ts',
    find: 'if (azp !== undefined) return azp === clientId',
    replace: 'if (azp !== undefined) return true',
    tests: HOSTILE,
  },
  {
    id: 'oidc-redirect',
    guard: 'The code and the client’s secret follow no redirect',
    file: 'lib/session/oidc-fetch.ts',
    find: "redirect: 'error'",
    replace: "redirect: 'follow'",
    tests: HOSTILE,
  },
  {
    id: 'oidc-size',
    guard: 'No answer of a provider fills the memory',
    file: 'lib/session/oidc-fetch.ts',
    find: 'if (received > MAX_BYTES)',
    replace: 'if (received > 64 * MAX_BYTES)',
    tests: HOSTILE,
  },
  {
    id: 'oidc-no-role',
    guard: 'Nobody without a role gets in',
    file: 'lib/session/oidc-identity.ts',
    find: 'some(value => values.has(value))) ?? null',
    replace: "some(value => values.has(value))) ?? 'viewer'",
    tests: SIGN_ON,
  },
  {
    id: 'oidc-merge',
    guard: 'Nobody gets a local account by its e-mail',
    file: 'lib/session/sso-account.ts',
    find: 'const known = await store.findBySubject(identity.issuer, identity.subject)',
    replace:
      'const known = (await store.findBySubject(identity.issuer, identity.subject)) ?? (await store.findByEmail(identity.email))',
    tests: SIGN_ON,
  },
]
