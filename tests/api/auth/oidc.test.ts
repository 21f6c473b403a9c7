import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { leaveBatch } from '#tests/support/batches.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'
import { type Browser, startSignOnDesk } from '#tests/support/oidc/desk.ts'
import { startHostileProvider } from '#tests/support/oidc/hostile-provider.ts'
import { type Claims, type RealProvider, startRealProvider } from '#tests/support/oidc/real-provider.ts'
import { CLIENT_ID, CLIENT_SECRET, signOnSettings } from '#tests/support/oidc/settings.ts'
import { until } from '#tests/support/until.ts'

const ADA: Claims = { sub: 'ada', email: 'ada@example.com', roles: ['hr'] }

/** The whole sign-on: the button, the provider's pages, and back. */
async function signOn(browser: Browser, provider: RealProvider, person: Claims | null): Promise<Response> {
  provider.person = person
  return browser.comeBack(await provider.visit(await browser.leave()))
}

async function getAccounts() {
  return (await import('#lib/store/account-store.ts')).getAccountStore()
}

/** Drops the cached description, as happens after ten minutes; the next sign-on asks for it again. */
async function forgetProvider() {
  const { dropSingleton } = await import('#lib/singleton.ts')
  dropSingleton('oidc-provider')
}

async function addLocalAccount(email: string) {
  const { newAccountRow } = await import('#lib/session/accounts/accounts.ts')
  const row = newAccountRow({ email, role: 'admin', password_hash: 'scrypt$1$1$1$AA$AA' })
  await (await getAccounts()).create(row)
  return row
}

describe('single sign-on', () => {
  test('a person who signs on reaches the page that they wanted, under their own name', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    const answer = await signOn(browser, provider, ADA)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${DESK_ORIGIN}/projects/1001`])
    expect(await browser.user()).toMatchObject({ email: 'ada@example.com', role: 'editor' })
  })

  test('a person signs on at a provider that gives e-mail and roles in its userinfo alone', async () => {
    const provider = await startRealProvider({ idTokenClaims: false })
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    await signOn(browser, provider, ADA)
    expect(await browser.user()).toMatchObject({ email: 'ada@example.com', role: 'editor' })
  })

  test('a person signs on with a nested role, as Keycloak nests it', async () => {
    const provider = await startRealProvider()
    const settings = signOnSettings(provider.issuer, { OIDC_ROLE_CLAIM: 'realm_access.roles' })
    const browser = await startSignOnDesk(settings).openBrowser()
    await signOn(browser, provider, { sub: 'ada', realm_access: { roles: ['offline_access', 'hr-admins'] } })
    expect(await browser.user()).toMatchObject({ email: 'ada', role: 'admin' })
  })

  test.each([
    [['hr-admins'], 'admin'],
    [['hr'], 'editor'],
    [['auditors'], 'viewer'],
    [['guests'], 'viewer'],
    [['guests', 'hr-admins', 'hr'], 'admin'],
    ['hr', 'editor'],
  ])('a person with the values %j signs on as %s', async (roles, role) => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    await signOn(browser, provider, { ...ADA, roles })
    expect(await browser.user()).toMatchObject({ role })
  })

  test.each([
    ['no claim', undefined],
    ['an empty list', []],
    ['another letter case', ['HR']],
    ['a value that only contains one', ['hr-interns', ' hr']],
    ['a text with the value in it', 'hr guests'],
    ['an object', { hr: true }],
    ['nested lists', [['hr']]],
  ])('a person whose roles are %s cannot sign on', async (_, roles) => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    const answer = await signOn(browser, provider, { ...ADA, roles })
    expect(answer.headers.get('location')).toBe('/sign-in?returnTo=%2Fprojects%2F1001&error=sso_no_role')
    expect(await browser.user()).toBeNull()
    expect(await (await getAccounts()).count()).toBe(0)
    expect(desk.lastLine()).toMatchObject({ event: 'sso_failed', detail: 'no_role' })
  })
})

describe('an account of single sign-on', () => {
  test('an account stays the same when its e-mail and role change at the provider', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const [first, second] = [await desk.openBrowser(), await desk.openBrowser()]
    await signOn(first, provider, ADA)
    const before = await first.user()
    await signOn(second, provider, { ...ADA, email: 'ada.king@example.com', roles: ['guests'] })
    expect(await second.user()).toEqual({ id: before?.id, email: 'ada.king@example.com', role: 'viewer' })
    // The session that began with the stronger role has the weaker one from the next request on.
    expect(await first.user()).toMatchObject({ role: 'viewer' })
    expect(await (await getAccounts()).count()).toBe(1)
  })

  test('another subject with the same e-mail gets another account', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const [ada, eve] = [await desk.openBrowser(), await desk.openBrowser()]
    await signOn(ada, provider, ADA)
    await signOn(eve, provider, { ...ADA, sub: 'eve' })
    expect((await eve.user())?.id).not.toBe((await ada.user())?.id)
    expect(await (await getAccounts()).count()).toBe(2)
  })

  test('another issuer with the same subject and e-mail gets another account', async () => {
    startSignOnDesk({})
    const { signInWithIssuer } = await import('#lib/session/oidc/account.ts')
    const identity = { subject: 'ada', email: 'ada@example.com', role: 'editor' } as const
    const [one, two, again] = [
      await signInWithIssuer({ issuer: 'https://one.example', ...identity }),
      await signInWithIssuer({ issuer: 'https://two.example', ...identity }),
      await signInWithIssuer({ issuer: 'https://one.example', ...identity }),
    ]
    expect(one?.id).not.toBe(two?.id)
    expect(again?.id).toBe(one?.id)
  })

  test('single sign-on neither becomes nor changes a local account with the same e-mail', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    const local = await addLocalAccount('ada@example.com')
    await signOn(browser, provider, ADA)
    expect((await browser.user())?.id).not.toBe(local.id)
    expect(await (await getAccounts()).findById(local.id)).toEqual(local)
    expect(await (await getAccounts()).findByEmail('ADA@example.com')).toEqual(local)
  })

  test('an account that lost its role is signed out everywhere until it has a role again', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const [first, eve, second] = [
      await desk.openBrowser(),
      await desk.openBrowser(),
      await desk.openBrowser(),
    ]
    await signOn(first, provider, { ...ADA, roles: ['hr-admins'] })
    await signOn(eve, provider, { ...ADA, sub: 'eve' })
    const waits = { state: 'paused', pause_reason: 'not_connected' } as const
    const left = await leaveBatch({ id: (await first.user())?.id ?? '' }, waits)
    const answer = await signOn(second, provider, { ...ADA, roles: [] })
    expect(answer.headers.get('location')).toContain('error=sso_no_role')
    expect(await first.user()).toBeNull()
    expect(await eve.user()).not.toBeNull()
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    const ada = await (await getAccounts()).findBySubject(provider.issuer, ADA.sub)
    const [failed, ended] = await getActivityStore().list({}, { limit: 2 })
    expect([failed?.action, ended]).toMatchObject([
      'sign_in_failed',
      { action: 'session_ended', actor: { id: ada?.id }, outcome: 'done' },
    ])
    expect(await (await getAccounts()).listAdministrators()).toEqual([])
    const { getBatchStore } = await import('#lib/store/batch-store.ts')
    await until('it is cancelled', async () => (await getBatchStore().find(left.id))?.state === 'cancelled')
    // An account without a session has nothing that could end.
    await signOn(second, provider, { ...ADA, roles: [] })
    expect(await getActivityStore().count({ actions: ['session_ended', 'account_changed'] })).toBe(2)
    await signOn(second, provider, { ...ADA, roles: ['hr-admins'] })
    expect(await second.user()).toMatchObject({ id: ada?.id, role: 'admin' })
  })

  test('a disabled account stays out, whatever its role at the provider is', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    await signOn(browser, provider, ADA)
    const id = (await browser.user())?.id ?? ''
    await (await getAccounts()).update(id, { status: 'disabled' })
    const again = await desk.openBrowser()
    const answer = await signOn(again, provider, { ...ADA, roles: ['hr-admins'] })
    expect(answer.headers.get('location')).toContain('error=sso_refused')
    expect(await again.user()).toBeNull()
    expect(await (await getAccounts()).findById(id)).toMatchObject({ status: 'disabled', role: 'editor' })
  })
})

describe('data kept of a sign-on', () => {
  test('the desk keeps an account and a session of a sign-on: no token, no claim, no code', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    await signOn(browser, provider, { ...ADA, given_name: 'Canary' })
    const { decode } = await import('next-auth/jwt')
    const { getNextAuthSecret } = await import('#lib/session/secrets.ts')
    const token = browser.cookies.get('__Host-portrait-desk.session') ?? ''
    const claims = await decode({ token, secret: getNextAuthSecret() })
    expect(Object.keys(claims ?? {}).sort()).toEqual(['exp', 'iat', 'jti', 'sid', 'sub'])
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-portrait-desk.callback',
      '__Host-portrait-desk.csrf',
      '__Host-portrait-desk.session',
    ])
  })

  test('the cookie of a pending sign-on is sealed, short-lived and bound to this host', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    const answer = await browser.begin()
    const lines = answer.headers.getSetCookie().filter(line => line.includes('.sso-'))
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-portrait-desk\.sso-(state|nonce|verifier)=ey[\w.-]+;/)
      for (const attribute of ['Max-Age=600', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
        expect(line).toContain(`; ${attribute}`)
      expect(line).not.toMatch(/domain/i)
    }
  })

  test('a log line about a sign-in names the method and the account', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    await signOn(browser, provider, { ...ADA, roles: [] })
    await signOn(browser, provider, ADA)
    await signOn(browser, provider, { ...ADA, roles: ['hr-admins'] })
    const { getSqlite } = await import('#lib/store/database.ts')
    const rows = getSqlite().prepare('SELECT * FROM activity ORDER BY id').all()
    expect(rows.map(row => row.action)).toEqual([
      'sign_in_failed',
      'signed_in',
      'account_changed',
      'signed_in',
    ])
    for (const row of rows) expect(row.details).toContain('"method":"oidc"')
  })
})

describe('the authorization request', () => {
  test('an authorization request has state, nonce, PKCE with S256 and one redirect address', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    const { searchParams: query, origin } = await browser.leave()
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(query)).toEqual({
      client_id: 'portrait-desk',
      scope: 'openid email profile',
      response_type: 'code',
      redirect_uri: `${DESK_ORIGIN}/api/auth/callback/oidc`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(query.toString()).not.toContain(encodeURIComponent(CLIENT_SECRET))
  })

  test.each([
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a form', { headers: { 'x-csrf': '' } }],
    ['a browser without our token', { csrfToken: 'b'.repeat(64) }],
  ])('the desk does not start a sign-on for %s', async (_, options) => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    const answer = await browser.begin(options)
    expect(answer.status).toBe(403)
    expect([...browser.cookies.keys()].filter(name => name.includes('sso'))).toEqual([])
  })

  test('parameters appended to our address do not change the authorization request', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    const query =
      '?redirect_uri=https://evil.example&client_id=other&scope=openid+admin&prompt=none&state=mine'
    const { url } = await (await browser.begin({ query })).json()
    const sent = new URL(url).searchParams
    expect(sent.getAll('redirect_uri')).toEqual([`${DESK_ORIGIN}/api/auth/callback/oidc`])
    expect(sent.getAll('client_id')).toEqual(['portrait-desk'])
    expect(sent.get('scope')).toBe('openid email profile')
    expect(sent.get('state')).not.toBe('mine')
    expect(sent.has('prompt')).toBe(false)
  })

  test.each(['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'a sign-on never ends at %s',
    async returnTo => {
      const provider = await startRealProvider()
      const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
      provider.person = ADA
      const answer = await browser.comeBack(await provider.visit(await browser.leave(returnTo)))
      expect(await browser.user()).not.toBeNull()
      const target = new URL(answer.headers.get('location') ?? '', DESK_ORIGIN)
      expect(target.href.startsWith(`${DESK_ORIGIN}/`)).toBe(true)
      expect(target.pathname.startsWith('//')).toBe(false)
    },
  )

  test('a sign-on leads back below the path of a desk that shares its host', async () => {
    const appUrl = `${DESK_ORIGIN}/hr/portraits`
    const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
    const redirect_uris = [`${appUrl}/api/auth/callback/oidc`]
    const provider = await startRealProvider({ configuration: { clients: [{ ...client, redirect_uris }] } })
    const desk = startSignOnDesk(signOnSettings(provider.issuer, { APP_URL: appUrl }))
    const answer = await signOn(await desk.openBrowser(), provider, ADA)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${appUrl}/projects/1001`])
    const paths = answer.headers.getSetCookie().map(line => /; Path=([^;]+)/.exec(line)?.[1])
    expect(new Set(paths)).toEqual(new Set(['/hr/portraits']))
  })

  test('a failed sign-on leads to the sign-in page below the path of a desk that shares its host', async () => {
    const provider = await startRealProvider()
    const settings = signOnSettings(provider.issuer, { APP_URL: `${DESK_ORIGIN}/hr/portraits` })
    const browser = await startSignOnDesk(settings).openBrowser()
    const answer = await browser.comeBack({ error: 'access_denied' })
    expect(answer.headers.get('location')).toBe('/hr/portraits/sign-in?error=sso_refused')
    provider.stop()
    await forgetProvider()
    expect(await (await browser.begin()).json()).toEqual({
      url: '/hr/portraits/sign-in?returnTo=%2Fprojects%2F1001&error=sso_unreachable',
    })
  })

  test.each([
    ['https://idp.example.com:443/authorize', 'https://idp.example.com/authorize'],
    ['HTTPS://IdP.Example.com/authorize', 'https://idp.example.com/authorize'],
    ['https://idp.example.com', 'https://idp.example.com/'],
    ['https://idp.example.com/a/../authorize', 'https://idp.example.com/authorize'],
    ['https://idp.example.com/authorize?tenant=a%20b', 'https://idp.example.com/authorize?tenant=a%20b'],
    ['https://idp.example.com/authorize?tenant=a+b', 'https://idp.example.com/authorize?tenant=a%20b'],
    [
      "https://idp.example.com/authorize?policy=it's~so",
      'https://idp.example.com/authorize?policy=it%27s%7Eso',
    ],
  ])(
    'the authorization request is the same for each spelling of the provider: %s',
    async (written, begins) => {
      const provider = await startHostileProvider()
      provider.evil = { document: { authorization_endpoint: written } }
      const answer = await (await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()).begin()
      const { url } = await answer.json()
      expect([answer.status, String(url).slice(0, begins.length)]).toEqual([200, begins])
      expect(new URL(url).searchParams.get('client_id')).toBe(CLIENT_ID)
    },
  )

  test('a desk without single sign-on has no sign-on address', async () => {
    const browser = await startSignOnDesk({}).openBrowser()
    expect((await browser.begin()).status).toBe(404)
    expect((await browser.comeBack({ code: 'x', state: 'y' })).status).toBe(404)
  })
})

describe('a sign-on', () => {
  test('a sign-on that the person breaks off shows a calm text, and none of the provider’s', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    const answer = await signOn(browser, provider, null)
    expect(answer.headers.get('location')).toBe('/sign-in?returnTo=%2Fprojects%2F1001&error=sso_refused')
    expect(await browser.user()).toBeNull()
    expect(desk.output.join()).not.toContain('CANARY')
  })

  test('a browser that did not begin a sign-on cannot finish it', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const [begun, other, stranger] = [
      await desk.openBrowser(),
      await desk.openBrowser(),
      await desk.openBrowser(),
    ]
    provider.person = ADA
    const address = await provider.visit(await begun.leave())
    await other.leave()
    for (const browser of [other, stranger]) {
      const answer = await browser.comeBack(address)
      expect(answer.headers.get('location')).toContain('error=sso_refused')
      expect(await browser.user()).toBeNull()
    }
    expect(await (await getAccounts()).count()).toBe(0)
    await begun.comeBack(address)
    expect(await begun.user()).not.toBeNull()
  })

  test('a sign-on cannot finish twice, neither in one browser nor with a copy of its cookies', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const [browser, thief] = [await desk.openBrowser(), await desk.openBrowser()]
    provider.person = ADA
    const address = await provider.visit(await browser.leave())
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    await browser.comeBack(address)
    for (const replay of [thief, browser]) {
      const before = replay.cookies.get('__Host-portrait-desk.session')
      const answer = await replay.comeBack(address)
      expect(answer.headers.get('location')).toContain('error=sso_refused')
      expect(replay.cookies.get('__Host-portrait-desk.session')).toBe(before)
    }
    expect(await thief.user()).toBeNull()
  })

  test('a sign-on gets a session of its own, whatever cookie the browser had', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    browser.cookies.set('__Host-portrait-desk.session', 'planted')
    await signOn(browser, provider, ADA)
    const first = browser.cookies.get('__Host-portrait-desk.session')
    await signOn(browser, provider, ADA)
    expect(browser.cookies.get('__Host-portrait-desk.session')).not.toBe(first)
    expect(await browser.user()).not.toBeNull()
    // The earlier session is over, so that no forgotten session stays open.
    browser.cookies.set('__Host-portrait-desk.session', first ?? '')
    expect(await browser.user()).toBeNull()
  })

  test.each(['activity', 'sessions', 'accounts'])(
    'a sign-on that the desk cannot write down (%s) lets nobody in',
    async table => {
      const provider = await startRealProvider()
      const desk = startSignOnDesk(signOnSettings(provider.issuer))
      const browser = await desk.openBrowser()
      const { getSqlite } = await import('#lib/store/database.ts')
      getSqlite().exec(`PRAGMA foreign_keys = OFF; DROP TABLE ${table}`)
      const answer = await signOn(browser, provider, ADA)
      expect(answer.headers.get('location')).toContain('error=sso_unreachable')
      expect(browser.cookies.has('__Host-portrait-desk.session')).toBe(false)
      expect(desk.lastLine()).toMatchObject({ event: 'sso_failed', detail: 'desk_failed' })
      expect(desk.output.join()).not.toContain('no such table')
    },
  )

  test('a sign-on that keeps failing does not fill the log, and is logged again a minute later', async () => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer))
    const browser = await desk.openBrowser()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let count = 0; count < 50; count++) await browser.comeBack({ error: 'access_denied' })
    expect(desk.output).toHaveLength(20)
    vi.advanceTimersByTime(60_000)
    expect(desk.lastLine()).toMatchObject({ event: 'sso_failed', detail: 'said_no', more: 30 })
    await browser.comeBack({ error: 'access_denied' })
    expect(desk.output).toHaveLength(22)
  })

  test('a HEAD request for the callback does not use up the code', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    provider.person = ADA
    const address = await provider.visit(await browser.leave())
    expect((await browser.comeBack(address, 'HEAD')).status).toBe(204)
    await browser.comeBack(address)
    expect(await browser.user()).not.toBeNull()
  })
})

describe('sign-out', () => {
  test('sign-out ends the session here and leads to the provider, which knows the desk', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    await signOn(browser, provider, ADA)
    const session = browser.cookies.get('__Host-portrait-desk.session') ?? ''
    const { data } = await (await browser.signOut()).json()
    browser.cookies.set('__Host-portrait-desk.session', session)
    expect(await browser.user()).toBeNull()
    const page = await fetch(data.endSessionUrl)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/session/end/confirm')])
  })

  test('sign-out ends the session here also while the provider is away', async () => {
    const provider = await startRealProvider()
    const browser = await startSignOnDesk(signOnSettings(provider.issuer)).openBrowser()
    await signOn(browser, provider, ADA)
    const session = browser.cookies.get('__Host-portrait-desk.session') ?? ''
    provider.stop()
    const { singleton } = await import('#lib/singleton.ts')
    singleton('oidc-provider', () => new Map()).clear()
    expect(await (await browser.signOut()).json()).toEqual({ data: { endSessionUrl: null } })
    browser.cookies.set('__Host-portrait-desk.session', session)
    expect(await browser.user()).toBeNull()
  })
})

describe('a password of the desk', () => {
  test.each([
    ['serves beside single sign-on', '1', 200],
    ['serves nobody when it is switched off', '0', 404],
  ])('a password of the desk %s', async (_, LOCAL_SIGN_IN, status) => {
    const provider = await startRealProvider()
    const desk = startSignOnDesk(signOnSettings(provider.issuer, { LOCAL_SIGN_IN }))
    const { createAccount } = await import('#lib/session/accounts/accounts.ts')
    const account = { email: 'grace@example.com', password: 'a long enough passphrase' }
    await createAccount({ ...account, role: 'admin' })
    const browser = await desk.openBrowser()
    expect((await browser.signInWithPassword(account.email, account.password)).status).toBe(status)
  })
})
