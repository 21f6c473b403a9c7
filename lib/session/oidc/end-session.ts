import 'server-only'
import { paths } from '#lib/address/paths.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { toSignOnError } from './problem.ts'
import { getOidcProvider, getOidcSettings } from './provider.ts'

/**
 * Where a person who signed on there may sign out of the provider too (OpenID Connect RP-Initiated Logout 1.0), or null
 * when it offers none or does not answer within three seconds. The desk keeps no ID token to hint with, so the provider
 * asks the person once.
 */
export async function getEndSessionUrl(): Promise<string | null> {
  const settings = getOidcSettings()
  if (!settings) return null
  try {
    const { document } = await getOidcProvider(settings)
    if (!document.end_session_endpoint) return null
    const url = new URL(document.end_session_endpoint)
    url.searchParams.set('client_id', settings.clientId)
    url.searchParams.set('post_logout_redirect_uri', getEnv().appUrl + paths.signIn())
    return url.href
  } catch (thrown) {
    log('warn', 'sso_no_sign_out', { detail: toSignOnError(thrown).detail })
    return null
  }
}
