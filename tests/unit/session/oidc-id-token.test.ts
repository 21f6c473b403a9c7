import { createHash } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifyIdToken } from '#lib/session/oidc/id-token.ts'
import type { OidcProvider } from '#lib/session/oidc/provider.ts'

const ISSUER = 'https://login.example.com'
const CLIENT = 'portrait-desk'
const ACCESS_TOKEN = 'an access token'

function verify(idToken: string, key: CryptoKey | Uint8Array) {
  const settings: OidcProvider['settings'] = {
    issuer: ISSUER,
    clientId: CLIENT,
    clientSecret: 'secret',
    name: 'Company',
    scopes: 'openid',
    roleClaim: 'roles',
    roleValues: { admin: [], editor: [], viewer: [] },
  }
  const document: OidcProvider['document'] = {
    issuer: ISSUER,
    authorization_endpoint: ISSUER,
    token_endpoint: ISSUER,
    jwks_uri: ISSUER,
    token_endpoint_auth_methods_supported: [],
    authorization_response_iss_parameter_supported: false,
  }
  const provider = { settings, document, keys: async () => key }
  return verifyIdToken(provider, idToken, { nonce: 'n', accessToken: ACCESS_TOKEN })
}

function sign(alg: string, key: CryptoKey | Uint8Array, claims: JWTPayload = {}): Promise<string> {
  return new SignJWT({ nonce: 'n', ...claims })
    .setProtectedHeader({ alg })
    .setIssuer(ISSUER)
    .setAudience(CLIENT)
    .setSubject('ada')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
}

function atHash(bits: number): string {
  const hash = createHash(`sha${bits}`).update(ACCESS_TOKEN).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}

describe('a signature', () => {
  test.each([
    ['RS256', 256],
    ['RS512', 512],
    ['PS384', 384],
    ['ES256', 256],
    ['ES384', 384],
    ['ES512', 512],
    ['EdDSA', 512],
    ['Ed25519', 512],
  ])('a signature with %s is accepted, and its access token is checked by SHA-%i', async (alg, bits) => {
    const { privateKey, publicKey } = await generateKeyPair(alg)
    const fitting = await sign(alg, privateKey, { at_hash: atHash(bits) })
    expect(await verify(fitting, publicKey)).toMatchObject({ sub: 'ada' })
    const other = await sign(alg, privateKey, { at_hash: atHash(bits === 256 ? 512 : 256) })
    await expect(verify(other, publicKey)).rejects.toThrow('wrong_access_token')
  })

  test.each(['HS256', 'HS384', 'HS512'])(
    'a signature with a shared secret (%s) is never accepted, not even with it as the key',
    async alg => {
      const secret = new TextEncoder().encode('a secret that both sides know'.repeat(4))
      await expect(verify(await sign(alg, secret), secret)).rejects.toThrow('bad_id_token')
    },
  )
})
