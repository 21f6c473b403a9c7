import type { ServerResponse } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type SeenRequest, sendJson, startServer } from '../loopback-server.ts'
import { CLIENT_ID } from './settings.ts'

type Key = CryptoKey | Uint8Array

export type Signing = { alg: string; kid?: string; key: Key }

export type Answer = (response: ServerResponse, request: SeenRequest) => void

/** The faults of this provider. */
export type Evil = {
  document?: Record<string, unknown>
  claims?: (good: JWTPayload) => JWTPayload
  sign?: (claims: JWTPayload, keys: { good: Signing; publicPem: string; other: CryptoKey }) => Promise<string>
  /** The complete answer of an endpoint. */
  token?: Answer
  discovery?: Answer
  jwks?: Answer
  userinfo?: Answer
  tokenBody?: Record<string, unknown>
}

type HostileProvider = {
  issuer: string
  seen: SeenRequest[]
  evil: Evil
  /** Each sign-on has its own nonce; the test reads it from the address that the desk made. */
  nonce: string
}

/** Its own key pair and a stranger's, made once, because that takes long. */
const keyPairs = Promise.all([
  generateKeyPair('RS256', { extractable: true }),
  generateKeyPair('RS256', { extractable: true }),
])

/** A provider with these faults, including attacks. Without `evil` it is correct. */
export async function startHostileProvider(evil: Evil = {}): Promise<HostileProvider> {
  const [{ privateKey, publicKey }, { privateKey: other }] = await keyPairs
  const jwk = { ...(await exportJWK(publicKey)), kid: 'good', alg: 'RS256', use: 'sig' }
  const publicPem = await exportSPKI(publicKey)
  const server = await startServer(async (response, request) => {
    const path = new URL(request.url, server.origin).pathname
    if (path === '/.well-known/openid-configuration')
      return hostile.evil.discovery
        ? hostile.evil.discovery(response, request)
        : sendJson(response, toDocument())
    if (path === '/jwks')
      return hostile.evil.jwks ? hostile.evil.jwks(response, request) : sendJson(response, { keys: [jwk] })
    if (path === '/userinfo') {
      if (hostile.evil.userinfo) return hostile.evil.userinfo(response, request)
      return sendJson(response, { sub: 'ada', email: 'ada@example.com', roles: ['hr'] })
    }
    if (path !== '/token') return sendJson(response, {}, 404)
    if (hostile.evil.token) return hostile.evil.token(response, request)
    sendJson(response, {
      access_token: 'canary-access-token',
      token_type: 'Bearer',
      id_token: await toIdToken(),
      ...hostile.evil.tokenBody,
    })
  })

  function toDocument() {
    return {
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/authorize`,
      token_endpoint: `${server.origin}/token`,
      jwks_uri: `${server.origin}/jwks`,
      userinfo_endpoint: `${server.origin}/userinfo`,
      end_session_endpoint: `${server.origin}/logout`,
      ...hostile.evil.document,
    }
  }

  async function toIdToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const good = {
      iss: server.origin,
      sub: 'ada',
      aud: CLIENT_ID,
      nonce: hostile.nonce,
      iat: now,
      exp: now + 300,
      email: 'ada@example.com',
      roles: ['hr'],
    }
    const claims = hostile.evil.claims?.(good) ?? good
    const signing = { alg: 'RS256', kid: 'good', key: privateKey }
    return hostile.evil.sign?.(claims, { good: signing, publicPem, other }) ?? sign(claims, signing)
  }

  const hostile: HostileProvider = { issuer: server.origin, seen: server.seen, evil, nonce: '' }
  return hostile
}

export function sign(claims: JWTPayload, { alg, kid, key }: Signing): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(key)
}
