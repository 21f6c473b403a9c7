import 'server-only'
import { z } from 'zod'

/** A company's own sign-on: any issuer that speaks OpenID Connect. */
export type OidcSettings = {
  /** Exactly as the provider writes it in its tokens. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Name on the button of the sign-in page. */
  name: string
  scopes: string
  /** A claim, or the path to one: `roles`, `realm_access.roles`. */
  roleClaim: string
  /** Values of that claim that give a role. A user with none of them is refused. */
  roleValues: { admin: readonly string[]; editor: readonly string[]; viewer: readonly string[] }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const ENTRA = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
])
/** Entra ID's addresses for any tenant: the owner of any tenant could define their own roles there. */
const SHARED_TENANT = /^\/(common|organizations|consumers)(\/|$)/i

/** The variables of single sign-on, checked one by one. */
export const oidcShape = {
  OIDC_ISSUER: z
    .url({ error: 'must be a web address such as https://login.example.com/realms/company', abort: true })
    .refine(isSecureIssuer, 'must begin with https:// and hold no user name, query or fragment')
    .refine(
      isOneTenant,
      'must name one tenant: at "common", "organizations" and "consumers" anybody can sign in',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().max(255, 'must have at most 255 characters').optional(),
  OIDC_CLIENT_SECRET: z.string().min(8, 'is too short for a client secret').optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').default('Single sign-on'),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be words with one space between them')
    .refine(scopes => scopes.split(' ').includes('openid'), 'must include openid')
    .default('openid email profile'),
  OIDC_ROLE_CLAIM: z.string().max(255, 'must have at most 255 characters').default('roles'),
  OIDC_ADMIN_VALUES: z.string().default('').transform(toList),
  OIDC_EDITOR_VALUES: z.string().default('').transform(toList),
  OIDC_VIEWER_VALUES: z.string().default('').transform(toList),
  LOCAL_SIGN_IN: z.enum(['0', '1'], 'must be 1 or 0').default('1'),
}

type Variables = z.infer<z.ZodObject<typeof oidcShape>>

/**
 * Returns the fault of the variables as a whole, as a sentence for the operator, or null. `given`: the names that are
 * set.
 */
export function findOidcProblem(variables: Variables, given: readonly string[]): string | null {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = needed.filter(name => !variables[name])
  if (missing.length > 0 && given.length > 0)
    return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing, but ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set: single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`
  if (missing.length > 0)
    return variables.LOCAL_SIGN_IN === '0'
      ? 'LOCAL_SIGN_IN=0 needs single sign-on: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.'
      : null
  return Object.values(toRoleValues(variables)).every(values => values.length === 0)
    ? 'OIDC_ADMIN_VALUES, OIDC_EDITOR_VALUES and OIDC_VIEWER_VALUES are all missing: nobody could sign in.'
    : null
}

/** Returns single sign-on as configured, or null. The variables must have passed `findOidcProblem`. */
export function toOidcSettings(variables: Variables): OidcSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = variables
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: variables.OIDC_NAME,
    scopes: variables.OIDC_SCOPES,
    roleClaim: variables.OIDC_ROLE_CLAIM,
    roleValues: toRoleValues(variables),
  }
}

function toRoleValues(variables: Variables): OidcSettings['roleValues'] {
  const { OIDC_ADMIN_VALUES: admin, OIDC_EDITOR_VALUES: editor, OIDC_VIEWER_VALUES: viewer } = variables
  return { admin, editor, viewer }
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map(value => value.trim())
    .filter(Boolean)
}

function isSecureIssuer(url: string): boolean {
  const { protocol, username, password } = new URL(url)
  if (username || password || /[?#]/.test(url)) return false
  return protocol === 'https:' || isLoopbackHttp(url)
}

/** True for a provider on this machine, as in tests and trials. */
export function isLoopbackHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

/** True for Microsoft Entra ID, in all of its clouds. */
export function isEntra(issuer: string): boolean {
  return ENTRA.has(new URL(issuer).hostname)
}

function isOneTenant(url: string): boolean {
  return !isEntra(url) || !SHARED_TENANT.test(new URL(url).pathname)
}
