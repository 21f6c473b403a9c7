/** Request and response schemas of accounts, links and sessions, shared by handlers, forms and pages. */
import { z } from 'zod/mini'
import { SIGN_IN_METHODS } from './activity.ts'
import { ACCOUNT_STATUSES, PASSWORD_MAX, PASSWORD_MIN, ROLES } from './session.ts'

const EMAIL_MAX = 255
const TOKEN_MAX = 200

const email = z.email().check(z.trim(), z.maxLength(EMAIL_MAX))
const token = z.string().check(z.minLength(1), z.maxLength(TOKEN_MAX))

/**
 * A new password, in any characters, pasted or typed. Only the server can check whether it is easy to guess; it then
 * returns one of `PASSWORD_PROBLEMS` as the field's reason.
 */
export const newPasswordSchema = z.string().check(
  z.refine(isLongEnough, 'too_short'),
  z.refine(password => password.length <= PASSWORD_MAX, 'too_long'),
)

/** Body of `POST /api/setup`: the first administrator. */
export const setupInputSchema = z.strictObject({ token, email, password: newPasswordSchema })

/** Body of `POST /api/invitation`: the link of an invitation or of a password reset, and the new password. */
export const invitationInputSchema = z.strictObject({ token, password: newPasswordSchema })

/** Body of `POST /api/invitation/account`. */
export const invitedAccountSchema = z.strictObject({ token })

/** Body of `POST /api/accounts`. */
export const inviteInputSchema = z.strictObject({ email, role: z.enum(ROLES) })

/** Body of `PATCH /api/accounts/{accountId}`: at least one of the two fields. */
export const accountChangeSchema = z
  .strictObject({ role: z.optional(z.enum(ROLES)), status: z.optional(z.enum(['active', 'disabled'])) })
  .check(z.refine(change => change.role !== undefined || change.status !== undefined))

/** Body of `PUT /api/account/password`. */
export const passwordChangeSchema = z.strictObject({
  current: z.string().check(z.minLength(1), z.maxLength(10_000)),
  password: newPasswordSchema,
})

const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(ACCOUNT_STATUSES),
  /** `oidc`: the company's single sign-on manages name, role and password. */
  method: z.enum(['password', 'oidc']),
  /** True when the account is active and its sign-in method is enabled in the desk's settings. */
  can_sign_in: z.boolean(),
  created_at: z.iso.datetime(),
  last_signed_in_at: z.nullable(z.iso.datetime()),
})

/** A link that works once. The desk shows it once and sends no mail. */
const linkSchema = z.object({ url: z.url(), expires_at: z.iso.datetime() })

const sessionSchema = z.object({
  id: z.string(),
  method: z.enum(SIGN_IN_METHODS),
  /** "Chrome, Windows"; empty when the browser did not send it. */
  client: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** True for the session that sent the request. */
  current: z.boolean(),
})

export const accountResponse = z.object({ data: accountSchema })
export const invitedResponse = z.object({ data: z.object({ account: accountSchema, link: linkSchema }) })
export const linkResponse = z.object({ data: linkSchema })
/** Response of `POST /api/setup` and `POST /api/invitation`, which also sign in. */
export const signedInResponse = z.object({ data: z.object({ email: z.string(), role: z.enum(ROLES) }) })

/** Response of `POST /api/invitation/account`: the account whose password the link sets. */
export const invitedAccountResponse = z.object({ data: z.object({ email: z.string() }) })

export type Account = z.infer<typeof accountSchema>
export type AccountChange = z.infer<typeof accountChangeSchema>
export type Link = z.infer<typeof linkSchema>
export type SignedInSession = z.infer<typeof sessionSchema>

/** True when the password has at least `PASSWORD_MIN` characters, counted by code point after NFKC normalization. */
export function isLongEnough(password: string): boolean {
  return Array.from(password.normalize('NFKC')).length >= PASSWORD_MIN
}
