import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } from './settings.ts'

export type Claims = { sub: string; email?: string; roles?: unknown } & Record<string, unknown>

export type RealProvider = {
  issuer: string
  /** The person at the browser; null declines. */
  person: Claims | null
  /** Follows the desk's address through the provider's pages, and returns the final redirect of the provider. */
  visit(address: URL): Promise<URL>
  stop(): void
}

/**
 * A certified OpenID Connect provider on this machine, for one test. Its one page signs in the current `person`. With
 * `idTokenClaims: false` it gives e-mail and roles in its userinfo alone, as the specification prefers.
 */
export async function startRealProvider({
  idTokenClaims = true,
  configuration = {},
}: {
  idTokenClaims?: boolean
  configuration?: Configuration
} = {}): Promise<RealProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // It warns that its keys and its memory are for tests, which is intended.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [REDIRECT_URI],
        post_logout_redirect_uris: ['https://desk.example.test/sign-in'],
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['roles', 'realm_access'] },
    conformIdTokenClaims: !idTokenClaims,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of this test'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async findAccount(_, sub) {
      return { accountId: sub, claims: async () => ({ ...real.person, sub }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: real.person?.sub, clientId: oidc.client?.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ...configuration,
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const result = real.person
      ? { login: { accountId: real.person.sub } }
      : { error: 'access_denied', error_description: 'CANARY <b>no</b>' }
    return provider.interactionFinished(request, response, result)
  })
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const real: RealProvider = { issuer, person: null, visit, stop }
  return real
}

async function visit(address: URL): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let place = address; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(place, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    place = new URL(location, place)
    if (place.origin !== address.origin) return place
  }
}
