import 'server-only'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { isLoopbackHttp, type OidcSettings } from '#lib/settings/oidc-settings.ts'
import { singleton } from '#lib/singleton.ts'
import { askProvider, readProviderJson } from './ask-provider.ts'
import { SignOnError } from './sign-on-error.ts'

const DOCUMENT_MS = 10 * 60 * 1000

/** The fields of OpenID Connect Discovery 1.0, section 3, that the desk uses. */
const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

export type OidcProvider = {
  settings: OidcSettings
  document: z.output<typeof documentSchema>
  /** The provider's public keys, fetched when needed and again when a token names an unknown one. */
  keys: JWTVerifyGetKey
}

type Known = { provider: Promise<OidcProvider>; until: number }

/**
 * Returns the provider's description of itself, cached for ten minutes. Throws SignOnError; failures are not cached.
 */
export async function getOidcProvider(settings: OidcSettings): Promise<OidcProvider> {
  const cache = singleton('oidc-provider', () => new Map<string, Known>())
  const known = cache.get(settings.issuer)
  if (known && Date.now() < known.until) return known.provider
  const provider = discover(settings)
  cache.set(settings.issuer, { provider, until: Date.now() + DOCUMENT_MS })
  provider.catch(() => cache.delete(settings.issuer))
  return provider
}

/** Returns the settings of single sign-on; null when the desk has none. */
export function getOidcSettings(): OidcSettings | null {
  return getEnv().oidc
}

async function discover(settings: OidcSettings): Promise<OidcProvider> {
  const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const parsed = documentSchema.safeParse(await readProviderJson(await askProvider(address)))
  if (!parsed.success || !isSafe(parsed.data, settings.issuer))
    throw new SignOnError('sso_unreachable', 'bad_document')
  const document = parsed.data
  // Discovery section 4.3: the names must be identical, or one issuer could speak for another.
  if (document.issuer !== settings.issuer) {
    log('error', 'sso_other_issuer', { configured: settings.issuer, found: document.issuer.slice(0, 255) })
    throw new SignOnError('sso_unreachable', 'other_issuer')
  }
  const keys = createRemoteJWKSet(new URL(document.jwks_uri), { [customFetch]: url => askProvider(url) })
  return { settings, document, keys }
}

/** Every address needs TLS, unless the whole provider runs on this machine. */
function isSafe(document: z.output<typeof documentSchema>, issuer: string): boolean {
  return [
    document.authorization_endpoint,
    document.token_endpoint,
    document.jwks_uri,
    document.userinfo_endpoint,
    document.end_session_endpoint,
  ].every(
    url =>
      url === undefined ||
      new URL(url).protocol === 'https:' ||
      (isLoopbackHttp(url) && isLoopbackHttp(issuer)),
  )
}
