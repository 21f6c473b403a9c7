/** What a browser may know about the signed-in person and the connection. The key is never part of it. */
import { z } from 'zod/mini'
import type { ROLES } from '#lib/store/words.ts'
import { CONNECT_REASONS } from './connect-reasons.ts'

export { ACCOUNT_STATUSES, ROLES } from '#lib/store/words.ts'

const API_KEY_MAX = 512

/** Who may use a key that is entered on /connect: everybody at this desk, or only who entered it, until signing out. */
export const CONNECTION_SCOPES = ['everybody', 'me'] as const

/** The operator's settings, practice mode, a key for everybody, or one's own. */
const CONNECTION_SOURCES = ['operator', 'practice', 'company', 'person'] as const

/** Why single sign-on brought a person back to the sign-in page (`/sign-in?error=…`): a closed list, never free text. */
export const SIGN_ON_PROBLEMS = ['sso_refused', 'sso_no_role', 'sso_unreachable'] as const

/** Body of `POST /api/auth/signin/oidc`; the answer's `url` is the provider's page, or our own with a problem. */
export const signOnInputSchema = z.strictObject({
  csrfToken: z.string().check(z.maxLength(255)),
  returnTo: z.string().check(z.maxLength(2048)),
})
export const signOnResponse = z.object({ url: z.string() })

/** Longer ones are cut before they are hashed, and refused where they are set. */
export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 256

/** Why a password of the right length is refused: a pattern, one that many people have, or names that are known. */
export const PASSWORD_PROBLEMS = ['pattern', 'common', 'names'] as const

/** Body of `POST /api/auth/callback/credentials`, beside the fields that next-auth asks for. */
export const signInInputSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  password: z.string().check(z.minLength(1), z.maxLength(10_000)),
})

/** Body of `PUT /api/connection`. A key is one printable word; the service defines no shape beyond that. */
export const connectionInputSchema = z.strictObject({
  key: z.string().check(z.trim(), z.minLength(8), z.maxLength(API_KEY_MAX), z.regex(/^[\x21-\x7e]+$/)),
  scope: z._default(z.enum(CONNECTION_SCOPES), 'everybody'),
})

/** Query of `DELETE /api/connection`: whose key the page has shown. */
export const connectionEndQuerySchema = z.strictObject({ scope: z.enum(CONNECTION_SCOPES) })

const connectionSchema = z.object({
  connected: z.boolean(),
  by: z.nullable(z.enum(CONNECTION_SOURCES)),
  /** Why nobody is connected although a key was kept. */
  reason: z.optional(z.enum(CONNECT_REASONS)),
  /** Set by `PUT` only: how many projects the key can see. */
  projects: z.optional(z.int().check(z.nonnegative())),
})

export const connectionResponse = z.object({ data: connectionSchema })

/** Answer of `GET /api/session`: how long this person stays signed in (ms). */
export const sessionLeftResponse = z.object({
  data: z.object({
    /** Until nobody was there for too long. */
    idle_ms: z.number(),
    /** Until it ends whatever they do. */
    ends_ms: z.number(),
    /** For how long at most nobody may be there. */
    idle_limit_ms: z.number(),
  }),
})

/** Answer of `DELETE /api/session`: where to sign out of the company's sign-on too. */
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
