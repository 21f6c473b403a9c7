import 'server-only'
import { z } from 'zod'
import type { SignOnReturn } from '#lib/session/next-auth/sign-on.ts'
import { askProvider, readProviderJson } from './ask-provider.ts'
import { type Claims, verifyIdToken } from './id-token.ts'
import { readClaim } from './identity.ts'
import type { OidcProvider } from './provider.ts'
import { SignOnError } from './sign-on-error.ts'

const tokenResponse = z.object({ id_token: z.string(), access_token: z.string().min(1).optional() })
const userinfoResponse = z.looseObject({ sub: z.string() })

/**
 * Turns the code that the browser brought back into verified claims. Throws SignOnError. The order matters: nothing is
 * sent to the provider for a browser that did not begin this sign-on.
 */
export async function redeemReturn(provider: OidcProvider, back: SignOnReturn): Promise<Claims> {
  const { params, checks } = back
  if (params.state !== checks.state) throw new SignOnError('sso_refused', 'wrong_state')
  requireIssuer(provider, params.iss)
  if (!params.code) throw new SignOnError('sso_refused', 'no_code')
  const { id_token, access_token } = await redeemCode(provider, params.code, back)
  const claims = await verifyIdToken(provider, id_token, { nonce: checks.nonce, accessToken: access_token })
  return access_token ? withUserinfo(provider, claims, access_token) : claims
}

/**
 * Checks the issuer of an answer that names one (RFC 9207): it must be this one, or two providers could be mixed up.
 */
function requireIssuer({ document }: OidcProvider, iss: string | undefined): void {
  const missing = iss === undefined && document.authorization_response_iss_parameter_supported
  if (missing || (iss !== undefined && iss !== document.issuer))
    throw new SignOnError('sso_refused', 'wrong_iss')
}

async function redeemCode(
  { settings, document }: OidcProvider,
  code: string,
  { checks, redirectUri }: SignOnReturn,
): Promise<z.output<typeof tokenResponse>> {
  const { clientId, clientSecret } = settings
  const basic = document.token_endpoint_auth_methods_supported.includes('client_secret_basic')
  const answer = await askProvider(document.token_endpoint, {
    form: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: checks.code_verifier,
      ...(!basic && { client_id: clientId, client_secret: clientSecret }),
    }),
    ...(basic && { headers: { authorization: basicAuthorization(clientId, clientSecret) } }),
  })
  if (answer.status >= 400 && answer.status < 500)
    throw new SignOnError('sso_refused', 'code_refused', { status: answer.status })
  const parsed = tokenResponse.safeParse(await readProviderJson(answer))
  if (!parsed.success) throw new SignOnError('sso_refused', 'no_id_token')
  return parsed.data
}

/** Adds the user info of providers whose ID tokens omit claims. The token's own claims take precedence. */
async function withUserinfo(
  { settings, document }: OidcProvider,
  claims: Claims,
  accessToken: string,
): Promise<Claims> {
  const named = claims.email !== undefined || claims.preferred_username !== undefined
  const complete = named && readClaim(claims, settings.roleClaim) !== undefined
  if (complete || !document.userinfo_endpoint) return claims
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await askProvider(document.userinfo_endpoint, { headers })
  const parsed = userinfoResponse.safeParse(await readProviderJson(answer))
  // Core section 5.3.4: with a different subject these claims may belong to any user.
  if (!parsed.success || parsed.data.sub !== claims.sub) throw new SignOnError('sso_refused', 'other_subject')
  return { ...parsed.data, ...claims }
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
function basicAuthorization(clientId: string, clientSecret: string): string {
  const encode = (part: string) => new URLSearchParams({ part }).toString().slice('part='.length)
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`
}
