import 'server-only'
import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { OidcProvider } from './provider.ts'
import { SignOnError } from './sign-on-error.ts'

/** Signatures that need the provider's private key. `none` and signatures with a shared secret are excluded. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const CLOCK_TOLERANCE_S = 30
const ED25519_HASH_BITS = '512'

const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  nonce: z.string(),
  at_hash: z.string().optional(),
})

export type Claims = z.output<typeof claimsSchema>

/**
 * Verifies the provider's claims about a user (OpenID Connect Core, section 3.1.3.7): signed by the provider, by this
 * issuer, for this desk alone, not expired, and for the sign-on that this browser began. Throws SignOnError.
 */
export async function verifyIdToken(
  provider: OidcProvider,
  idToken: string,
  { nonce, accessToken }: { nonce: string; accessToken: string | undefined },
): Promise<Claims> {
  const { payload, algorithm } = await readSigned(provider, idToken)
  const parsed = claimsSchema.safeParse(payload)
  if (!parsed.success) throw new SignOnError('sso_refused', 'bad_id_token')
  const claims = parsed.data
  if (claims.nonce !== nonce) throw new SignOnError('sso_refused', 'wrong_nonce')
  if (!isMadeFor(provider.settings.clientId, claims)) throw new SignOnError('sso_refused', 'wrong_audience')
  if (claims.at_hash && accessToken && claims.at_hash !== hashOf(accessToken, algorithm))
    throw new SignOnError('sso_refused', 'wrong_access_token')
  return claims
}

async function readSigned(
  { settings, document, keys }: OidcProvider,
  idToken: string,
): Promise<{ payload: JWTPayload; algorithm: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer: document.issuer,
      audience: settings.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    return { payload, algorithm: protectedHeader.alg }
  } catch (thrown) {
    if (thrown instanceof SignOnError) throw thrown
    const wrongAudience = thrown instanceof errors.JWTClaimValidationFailed && thrown.claim === 'aud'
    throw new SignOnError('sso_refused', wrongAudience ? 'wrong_audience' : 'bad_id_token')
  }
}

/** True when the token was issued for us: a token for several clients must name the one it is for (`azp`). */
function isMadeFor(clientId: string, { aud, azp }: Claims): boolean {
  if (azp !== undefined) return azp === clientId
  return !Array.isArray(aud) || aud.length === 1
}

/** `at_hash` (Core, section 3.1.3.6): the left half of the token's hash, which ties the two tokens together. */
function hashOf(accessToken: string, algorithm: string): string {
  const bits = /^[RPE]S(\d{3})$/.exec(algorithm)?.[1] ?? ED25519_HASH_BITS
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}
