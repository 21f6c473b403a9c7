import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { SignOnError } from './oidc-error.ts'
import { redeemReturn } from './oidc-exchange.ts'
import { toIdentity } from './oidc-identity.ts'
import { toSignOnError } from './oidc-problem.ts'
import type { OidcProvider } from './oidc-provider.ts'
import { getSignInOrigin } from './sign-in-origin.ts'
import { signInWithIssuer } from './sso-account.ts'

const SIGN_ON_ID = 'oidc'

const returnedParams = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
})
const ownChecks = z.object({ state: z.string(), nonce: z.string(), code_verifier: z.string() })

type SignOn = {
  provider: OAuthConfig<User>
  /** Why this sign-on ended, once it has; next-auth itself only says that it did. */
  getProblem(): SignOnError
}

/**
 * One sign-on for next-auth, which keeps the browser's half: the sealed cookies and where to go. The provider's half,
 * from the code to the account, is `redeemReturn`'s, so that no unbounded answer, no other algorithm and no claim that
 * nobody compared gets near a session. Nothing of the provider's tokens is handed back to next-auth.
 * See docs/decisions/008-single-sign-on.md.
 */
export function createSignOn(known: OidcProvider, request: Request): SignOn {
  const { settings, document } = known
  let problem: SignOnError | null = null
  let user: User | null = null

  async function signOn(params: unknown, checks: unknown, redirectUri: string): Promise<User> {
    const { code_verifier: codeVerifier, ...ours } = ownChecks.parse(checks)
    const claims = await redeemReturn(known, {
      params: returnedParams.parse(params),
      checks: { ...ours, codeVerifier },
      redirectUri,
    })
    return admit(toIdentity(claims, settings), request)
  }

  return {
    // Without the cookies of a sign-on that this browser began, next-auth does not even look at the code.
    getProblem: () =>
      problem ?? (user ? toSignOnError('no session') : new SignOnError('sso_refused', 'not_begun')),
    provider: {
      id: SIGN_ON_ID,
      name: settings.name,
      type: 'oauth',
      issuer: document.issuer,
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      checks: ['pkce', 'state', 'nonce'],
      authorization: { url: document.authorization_endpoint, params: { scope: settings.scopes } },
      token: {
        async request({ params, checks, provider }) {
          try {
            user = await signOn(params, checks, provider.callbackUrl)
            return { tokens: {} }
          } catch (thrown) {
            problem = toSignOnError(thrown)
            throw problem
          }
        },
      },
      userinfo: { request: () => ({}) },
      profile() {
        if (!user) throw new Error('Nobody has signed on.')
        return user
      },
    },
  }
}

/** The account of this person, or an entry in the log about who was turned away. */
async function admit({ role, ...identity }: ReturnType<typeof toIdentity>, request: Request): Promise<User> {
  const user = role && (await signInWithIssuer({ ...identity, role }))
  if (user) return user
  await recordActivity({
    actor: { id: null, email: identity.email },
    action: 'sign_in_failed',
    details: { method: 'oidc', ...getSignInOrigin(request) },
  })
  throw role ? new SignOnError('sso_refused', 'account_disabled') : new SignOnError('sso_no_role', 'no_role')
}
