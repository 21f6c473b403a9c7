import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sendJson, startServer } from '#tests/support/loopback-server.ts'
import { startSignOnDesk } from '#tests/support/oidc/desk.ts'
import { type Evil, sign, startHostileProvider } from '#tests/support/oidc/hostile-provider.ts'
import { CLIENT_ID, CLIENT_SECRET, signOnSettings } from '#tests/support/oidc/settings.ts'

const CODE = 'canary-code'
const HUGE = 'x'.repeat(300 * 1024)

/** The deadline of each call to the provider, in order. */
let deadlines: { ms: number; end: AbortController }[] = []
beforeEach(() => {
  deadlines = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(holdDeadline)
})

type Brought = Record<string, string | undefined>

/** One sign-on at a provider with this fault; `bring` changes what the browser brings back. */
async function signOn(evil: Evil, bring: (good: Record<string, string>) => Brought = good => good) {
  const provider = await startHostileProvider(evil)
  const desk = startSignOnDesk(signOnSettings(provider.issuer))
  const browser = await desk.openBrowser()
  const away = await browser.leave()
  provider.nonce = away.searchParams.get('nonce') ?? ''
  const good = { code: CODE, state: away.searchParams.get('state') ?? '', iss: provider.issuer }
  const brought = Object.entries(bring(good)).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  const answer = await browser.comeBack(Object.fromEntries(brought))
  const { getSqlite } = await import('#lib/store/database.ts')
  const count = (table: string) => Number(getSqlite().prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
  return { provider, desk, browser, away, answer, count }
}

async function expectRefused(
  { desk, browser, answer, count, provider }: Awaited<ReturnType<typeof signOn>>,
  detail: string,
  problem = 'sso_refused',
) {
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(`/sign-in?returnTo=%2Fprojects%2F1001&error=${problem}`)
  expect(await browser.user()).toBeNull()
  expect([...browser.cookies.keys()]).not.toContain('__Host-portrait-desk.session')
  expect([count('accounts'), count('sessions')]).toEqual([0, 0])
  expect(desk.lastLine()).toMatchObject({ event: 'sso_failed', problem, detail })
  const said = desk.output.join() + answer.headers.get('location')
  for (const secret of [CODE, CLIENT_SECRET, 'canary', provider.nonce]) expect(said).not.toContain(secret)
}

const claims = (change: JWTPayload): Evil => ({ claims: good => ({ ...good, ...change }) })
const without = (name: string): Evil => ({
  claims: good => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name)),
})
const seconds = (away: number) => Math.floor(Date.now() / 1000) + away

describe('a provider without a fault', () => {
  test.each<[string, Evil]>([
    ['lets people in', {}],
    [
      'also with several audiences when the token was made for this desk',
      {
        claims: good => ({ ...good, aud: [CLIENT_ID, 'other'], azp: CLIENT_ID }),
      },
    ],
    [
      'also with a fitting at_hash',
      {
        claims: good => ({ ...good, at_hash: atHash('canary-access-token') }),
      },
    ],
    ['also with a clock that is a little behind', { claims: good => ({ ...good, exp: seconds(-5) }) }],
    ['also without the parameter iss', {}],
  ])('a provider without a fault signs people in: %s', async (name, evil) => {
    const { browser } = await signOn(evil, good => (/iss$/.test(name) ? { ...good, iss: undefined } : good))
    expect(await browser.user()).toMatchObject({ email: 'ada@example.com', role: 'editor' })
  })

  test('a provider that signs with an elliptic curve lets people in', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const { browser } = await signOn({
      jwks: response => sendJson(response, { keys: [jwk] }),
      sign: good => sign(good, { alg: 'ES256', key: privateKey }),
    })
    expect(await browser.user()).not.toBeNull()
  })

  test('a provider that takes the secret nowhere else gets it in the body', async () => {
    const { provider, browser } = await signOn({
      document: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    })
    expect(await browser.user()).not.toBeNull()
    const sent = provider.seen.find(({ url }) => url === '/token')
    expect(sent?.headers.authorization).toBeUndefined()
    expect(new URLSearchParams(sent?.body).get('client_secret')).toBe(CLIENT_SECRET)
  })

  test('a provider gets the verifier of its challenge, and never the state or the nonce', async () => {
    const { provider, away } = await signOn({})
    const body = new URLSearchParams(provider.seen.find(({ url }) => url === '/token')?.body)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    expect(challenge).toBe(away.searchParams.get('code_challenge'))
    expect([...body.keys()].sort()).toEqual(['code', 'code_verifier', 'grant_type', 'redirect_uri'])
  })
})

describe('hostile ID tokens', () => {
  test.each<[string, Evil, string]>([
    ['has another nonce', claims({ nonce: 'another' }), 'wrong_nonce'],
    ['has no nonce', without('nonce'), 'bad_id_token'],
    ['is from another issuer', claims({ iss: 'https://evil.example' }), 'bad_id_token'],
    [
      'is from an issuer whose name only begins alike',
      {
        claims: good => ({ ...good, iss: `${good.iss}/` }),
      },
      'bad_id_token',
    ],
    ['is for another client', claims({ aud: 'other' }), 'wrong_audience'],
    ['is for nobody', claims({ aud: [] }), 'wrong_audience'],
    [
      'is for several and does not say for whom it was made',
      claims({ aud: [CLIENT_ID, 'other'] }),
      'wrong_audience',
    ],
    [
      'is for several and was made for another',
      claims({ aud: [CLIENT_ID, 'other'], azp: 'other' }),
      'wrong_audience',
    ],
    ['is for us and was made for another', claims({ azp: 'other' }), 'wrong_audience'],
    ['has expired', claims({ exp: seconds(-60) }), 'bad_id_token'],
    ['never expires', without('exp'), 'bad_id_token'],
    ['is not valid yet', claims({ nbf: seconds(600) }), 'bad_id_token'],
    ['has no subject', without('sub'), 'bad_id_token'],
    ['has an empty subject', claims({ sub: '' }), 'bad_id_token'],
    [
      'has a subject that is no text',
      claims({ sub: { $ne: null } } as unknown as JWTPayload),
      'bad_id_token',
    ],
    ['has an endless subject', claims({ sub: 'a'.repeat(300) }), 'bad_id_token'],
    ['belongs to another access token', claims({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }), 'wrong_access_token'],
    ['is not signed (alg none)', { sign: async good => unsigned(good, 'none') }, 'bad_id_token'],
    ['is not signed (alg None)', { sign: async good => unsigned(good, 'None') }, 'bad_id_token'],
    [
      'is signed with the public key as a shared secret',
      {
        sign: (good, { publicPem }) =>
          sign(good, { alg: 'HS256', kid: 'good', key: new TextEncoder().encode(publicPem) }),
      },
      'bad_id_token',
    ],
    [
      'is signed with the client’s secret',
      {
        sign: good => sign(good, { alg: 'HS256', key: new TextEncoder().encode(CLIENT_SECRET) }),
      },
      'bad_id_token',
    ],
    [
      'is signed with another key',
      {
        sign: (good, { other }) => sign(good, { alg: 'RS256', kid: 'good', key: other }),
      },
      'bad_id_token',
    ],
    [
      'brings its own key',
      {
        sign: async (good, { other }) => sign(good, { alg: 'RS256', kid: 'unknown', key: other }),
      },
      'bad_id_token',
    ],
    [
      'was changed after it was signed',
      {
        sign: async (good, { good: signing }) => {
          const [head, , signature] = (await sign(good, signing)).split('.')
          return `${head}.${part({ ...good, roles: ['hr-admins'] })}.${signature}`
        },
      },
      'bad_id_token',
    ],
    ['is no token', { sign: async () => 'canary' }, 'bad_id_token'],
    ['is missing', { tokenBody: { id_token: undefined } }, 'no_id_token'],
    ['is a number', { tokenBody: { id_token: 7 } }, 'no_id_token'],
  ])('an ID token that %s gives no session, no account and no crash', async (_, evil, detail) => {
    await expectRefused(await signOn(evil), detail)
  })
})

describe('hostile callbacks', () => {
  test.each<[string, (good: Record<string, string>) => Brought, string]>([
    ['the state is another', good => ({ ...good, state: 'another' }), 'wrong_state'],
    ['the state is missing', good => ({ ...good, state: undefined }), 'wrong_state'],
    ['it is from another issuer', good => ({ ...good, iss: 'https://evil.example' }), 'wrong_iss'],
    ['it holds no code', good => ({ ...good, code: undefined }), 'no_code'],
    [
      'it holds an ID token instead of a code',
      good => ({ ...good, code: undefined, id_token: 'canary' }),
      'no_code',
    ],
    [
      'it holds a signed response instead of a code',
      good => ({ ...good, code: undefined, response: 'canary' }),
      'no_code',
    ],
    ['it holds an error', good => ({ ...good, error: 'canary', error_description: 'canary' }), 'said_no'],
  ])('a callback gives no session when %s', async (_, bring, detail) => {
    const tried = await signOn({}, bring)
    await expectRefused(tried, detail)
    expect(tried.provider.seen.map(({ url }) => url)).not.toContain('/token')
  })

  test('a sign-on fails when the issuer is missing although the provider always names it', async () => {
    const evil = { document: { authorization_response_iss_parameter_supported: true } }
    await expectRefused(await signOn(evil, good => ({ ...good, iss: undefined })), 'wrong_iss')
  })

  test.each(['code', 'state', 'iss'])('a sign-on fails when the browser brings back %s twice', async name => {
    const provider = await startHostileProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    const away = await browser.leave()
    const state = away.searchParams.get('state') ?? ''
    const address = new URL(`?${new URLSearchParams({ code: CODE, state, iss: provider.issuer })}`, away)
    address.searchParams.append(name, address.searchParams.get(name) ?? '')
    await browser.comeBack(address)
    expect(await browser.user()).toBeNull()
    expect(desk.lastLine()).toMatchObject({ detail: 'given_twice' })
  })
})

describe('hostile endpoints of a provider', () => {
  const userinfoNeeded = (userinfo: Evil['userinfo']): Evil => ({
    claims: ({ roles: _, ...good }) => good,
    ...(userinfo && { userinfo }),
  })

  test.each<[string, Evil, string, string?]>([
    [
      'the userinfo is somebody else’s',
      userinfoNeeded(response =>
        sendJson(response, { sub: 'eve', email: 'ada@example.com', roles: ['hr-admins'] }),
      ),
      'other_subject',
    ],
    [
      'the userinfo is nobody’s',
      userinfoNeeded(response => sendJson(response, { roles: ['hr'] })),
      'other_subject',
    ],
    ['the userinfo is a list', userinfoNeeded(response => sendJson(response, [])), 'other_subject'],
    [
      'the userinfo is huge',
      userinfoNeeded(response => sendJson(response, { sub: 'ada', HUGE })),
      'too_large',
      'sso_unreachable',
    ],
    [
      'the code is refused',
      { token: response => sendJson(response, { error: 'invalid_grant', canary: 1 }, 400) },
      'code_refused',
    ],
    [
      'the token address fails',
      { token: response => sendJson(response, { canary: 1 }, 500) },
      'bad_status',
      'sso_unreachable',
    ],
    [
      'the token address says no JSON',
      { token: response => response.end('<p>canary') },
      'not_json',
      'sso_unreachable',
    ],
    ['the token address hangs up', { token: response => response.destroy() }, 'no_answer', 'sso_unreachable'],
    [
      'the token answer is huge',
      { token: response => sendJson(response, { HUGE }) },
      'too_large',
      'sso_unreachable',
    ],
    ['the keys are none', { jwks: response => sendJson(response, { keys: [] }) }, 'bad_id_token'],
    [
      'the keys are huge',
      { jwks: response => sendJson(response, { keys: [], HUGE }) },
      'too_large',
      'sso_unreachable',
    ],
    ['the keys are no keys', { jwks: response => sendJson(response, { keys: 'canary' }) }, 'bad_id_token'],
  ])('a sign-on gives no session when %s', async (_, evil, detail, problem) => {
    await expectRefused(await signOn(evil), detail, problem)
  })

  test('a signed claim of the ID token outranks the userinfo', async () => {
    const { browser } = await signOn({
      claims: ({ email: _, ...good }) => good,
      userinfo: response =>
        sendJson(response, { sub: 'ada', email: 'ada@example.com', roles: ['hr-admins'] }),
    })
    expect(await browser.user()).toMatchObject({ email: 'ada@example.com', role: 'editor' })
  })

  test.each(['token', 'userinfo', 'jwks'] as const)(
    'no code, secret or token follows a redirect of %s to another host',
    async address => {
      const elsewhere = await startServer(response => sendJson(response, {}))
      const redirect: Evil['token'] = response =>
        void response.writeHead(307, { location: `${elsewhere.origin}/token` }).end()
      const evil = address === 'userinfo' ? userinfoNeeded(redirect) : { [address]: redirect }
      await expectRefused(await signOn(evil), 'redirected', 'sso_unreachable')
      expect(elsewhere.seen).toEqual([])
    },
  )

  test.each(['token', 'userinfo', 'jwks'] as const)(
    'a sign-on fails when %s never answers',
    async address => {
      const evil = address === 'userinfo' ? userinfoNeeded(hang) : { [address]: hang }
      await expectRefused(await signOn(evil), 'no_answer', 'sso_unreachable')
    },
  )

  test('a sign-on fails when the token answer drips without end', async () => {
    let drops = 0
    const drip: Evil['token'] = response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => {
        response.write(' ')
        drops += 1
        if (drops === 9) hang()
      }, 5)
      response.on('close', () => clearInterval(timer))
    }
    await expectRefused(await signOn({ token: drip }), 'no_answer', 'sso_unreachable')
    expect(drops).toBeGreaterThanOrEqual(9)
  })
})

test('each call to a provider has three seconds', async () => {
  const { provider } = await signOn({})
  // The library that asks for the keys has a deadline of its own, of 5 s.
  expect(deadlines.map(({ ms }) => ms).filter(ms => ms !== 5000)).toEqual(provider.seen.map(() => 3000))
  expect(provider.seen).toHaveLength(3)
})

describe('a provider with a bad description', () => {
  test.each<[string, Evil, string]>([
    ['as another issuer', { document: { issuer: 'https://evil.example' } }, 'other_issuer'],
    ['without a token address', { document: { token_endpoint: undefined } }, 'bad_document'],
    [
      'with pages over plain http',
      { document: { authorization_endpoint: 'http://evil.example/' } },
      'bad_document',
    ],
    [
      'with a token address over plain http',
      { document: { token_endpoint: 'http://evil.example/' } },
      'bad_document',
    ],
    [
      'with a script for a page',
      { document: { authorization_endpoint: 'javascript:alert(1)' } },
      'bad_document',
    ],
    ['as a list', { discovery: response => sendJson(response, []) }, 'bad_document'],
    ['with a huge document', { discovery: response => sendJson(response, { HUGE }) }, 'too_large'],
    ['with an error', { discovery: response => sendJson(response, {}, 503) }, 'bad_status'],
    [
      'with a redirect',
      {
        discovery: response => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      },
      'redirected',
    ],
    ['not at all', { discovery: hang }, 'no_answer'],
  ])('a provider that describes itself %s sends nobody anywhere', async (_, evil, detail) => {
    const provider = await startHostileProvider(evil)
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    const answer = await browser.begin()
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ url: '/sign-in?returnTo=%2Fprojects%2F1001&error=sso_unreachable' })
    expect([...browser.cookies.keys()].filter(name => name.includes('sso'))).toEqual([])
    expect(desk.lastLine()).toMatchObject({ event: 'sso_failed', problem: 'sso_unreachable', detail })
  })

  test('the desk asks a provider for its description again for the next person', async () => {
    const provider = await startHostileProvider({ discovery: response => sendJson(response, {}, 503) })
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    expect((await browser.leave()).pathname).toBe('/sign-in')
    provider.evil = {}
    expect((await browser.leave()).origin).toBe(provider.issuer)
  })
})

describe('sign-out at the provider', () => {
  const open = async (evil: Evil) => {
    const provider = await startHostileProvider(evil)
    startSignOnDesk(signOnSettings(provider.issuer))
    const { getEndSessionUrl } = await import('#lib/session/oidc/sign-on.ts')
    return { provider, getEndSessionUrl }
  }

  test('sign-out at the provider is offered where it exists, and leads back to our sign-in page', async () => {
    const { provider, getEndSessionUrl } = await open({})
    const url = new URL((await getEndSessionUrl()) ?? '')
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/logout`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: 'https://desk.example.test/sign-in',
    })
  })

  test.each<[string, Evil]>([
    ['offers none', { document: { end_session_endpoint: undefined } }],
    ['offers a script', { document: { end_session_endpoint: 'javascript:alert(1)' } }],
    ['is away', { discovery: response => response.destroy() }],
    ['never answers', { discovery: hang }],
  ])('sign-out at the provider is not offered when the provider %s', async (_, evil) => {
    const { getEndSessionUrl } = await open(evil)
    expect(await getEndSessionUrl()).toBeNull()
  })
})

/** A deadline that passes when the test calls `hang`. */
function holdDeadline(ms: number): AbortSignal {
  const end = new AbortController()
  deadlines.push({ ms, end })
  return end.signal
}

/** Keeps silent until the caller's deadline has passed. */
function hang(): void {
  for (const { end } of deadlines) end.abort(new DOMException('The deadline has come.', 'TimeoutError'))
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function unsigned(good: JWTPayload, alg: string): string {
  return `${part({ alg, typ: 'JWT' })}.${part(good)}.`
}

function atHash(accessToken: string): string {
  const hash = createHash('sha256').update(accessToken).digest()
  return hash.subarray(0, 16).toString('base64url')
}
