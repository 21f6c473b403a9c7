/** Data about the signed-in account and the connection that a browser may have. It never contains the key. */
import { z } from 'zod/mini'
import type { ROLES } from '#lib/store/enums.ts'
import { CONNECT_REASONS } from './connect-reasons.ts'

export { ACCOUNT_STATUSES, ROLES } from '#lib/store/enums.ts'

const API_KEY_MAX = 512

/** Accounts that may use a key entered on /connect: all of this desk, or only its owner, until they sign out. */
export const CONNECTION_SCOPES = ['everybody', 'me'] as const

/** The operator's settings, practice mode, a key for everybody, or a personal key. */
const CONNECTION_SOURCES = ['operator', 'practice', 'company', 'person'] as const

/** Reasons why single sign-on returned to the sign-in page (`/sign-in?error=…`): a closed list, never free text. */
export const SIGN_ON_PROBLEMS = ['sso_refused', 'sso_no_role', 'sso_unreachable'] as const

/** Body of `POST /api/auth/signin/oidc`. The response's `url` is the provider's page, or our own with a problem. */
export const signOnInputSchema = z.strictObject({
  csrfToken: z.string().check(z.maxLength(255)),
  returnTo: z.string().check(z.maxLength(2048)),
})
export const signOnResponse = z.object({ url: z.string() })

/** Longer passwords are cut before hashing when signing in, and refused when they are set. */
export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 256

/** Reasons to refuse a password of the right length: a pattern, a common password, or names that are known. */
export const PASSWORD_PROBLEMS = ['pattern', 'common', 'names'] as const

/** Body of `POST /api/auth/callback/credentials`, besides the fields that next-auth requires. */
export const signInInputSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  password: z.string().check(z.minLength(1), z.maxLength(10_000)),
})

/** Body of `PUT /api/connection`. A key is one printable word; the service defines no other format. */
export const connectionInputSchema = z.strictObject({
  key: z.string().check(z.trim(), z.minLength(8), z.maxLength(API_KEY_MAX), z.regex(/^[\x21-\x7e]+$/)),
  scope: z._default(z.enum(CONNECTION_SCOPES), 'everybody'),
})

/** Query of `DELETE /api/connection`: the scope of the key that the page has shown. */
export const connectionEndQuerySchema = z.strictObject({ scope: z.enum(CONNECTION_SCOPES) })

const connectionSchema = z.object({
  connected: z.boolean(),
  by: z.nullable(z.enum(CONNECTION_SOURCES)),
  /** Why there is no connection although a key was stored. */
  reason: z.optional(z.enum(CONNECT_REASONS)),
  /** Set by `PUT` only: number of projects that the key can read. */
  projects: z.optional(z.int().check(z.nonnegative())),
})

export const connectionResponse = z.object({ data: connectionSchema })

/** Response of `GET /api/session`: how long the account stays signed in (ms). */
export const sessionLeftResponse = z.object({
  data: z.object({
    /** Until sign-out because of inactivity. */
    idle_ms: z.number(),
    /** Until the session ends regardless of activity. */
    ends_ms: z.number(),
    /** Maximum time of inactivity. */
    idle_limit_ms: z.number(),
  }),
})

/** Response of `DELETE /api/session`: the address to sign out of the company's single sign-on too. */
export const signedOutResponse = z.object({ data: z.object({ endSessionUrl: z.nullable(z.url()) }) })

export type Role = (typeof ROLES)[number]
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number]
export type ConnectionScope = (typeof CONNECTION_SCOPES)[number]
export type ConnectionSource = (typeof CONNECTION_SOURCES)[number]
export type SessionLeft = z.infer<typeof sessionLeftResponse>['data']
export type User = { id: string; email: string; role: Role }
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number]
export type SignInInput = z.infer<typeof signInInputSchema>
export type Connection = z.infer<typeof connectionSchema>
