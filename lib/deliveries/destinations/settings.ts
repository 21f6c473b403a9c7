/**
 * The address of a delivery, and its credentials: two objects, because administrators see the first again, and the
 * second never leaves the server. Browsers load this file too, for their forms.
 */
import { z } from 'zod/mini'

const TEXT_MAX = 500
const KEY_MAX = 20_000

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX))
const secret = z.string().check(z.minLength(1), z.maxLength(KEY_MAX))
const host = z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[\w.:-]+$/))
const port = z.int().check(z.minimum(1), z.maximum(65_535))

/** Names or addresses, each with or without a port. */
const hosts = z
  .string()
  .check(z.trim(), z.maxLength(TEXT_MAX), z.regex(/^(?:[\w.:[\]-]+(?:[\s,]+[\w.:[\]-]+)*)?$/))

/** `SHA256:…` as OpenSSH prints it: the host key that the administrator has confirmed. */
const hostKey = z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/))
const clientId = z.string().check(z.trim(), z.regex(/^[0-9a-fA-F-]{36}$/))

/** Attributes of a directory that can hold the photo. */
export const PHOTO_ATTRIBUTES = ['thumbnailPhoto', 'jpegPhoto'] as const

export const destinationSettingsSchema = z.discriminatedUnion('kind', [
  /** A folder of this server, such as a mounted share, below a folder that the operator allows. */
  z.strictObject({ kind: z.literal('folder'), folder: text }),
  z.strictObject({
    kind: z.literal('sftp'),
    host,
    port: z._default(port, 22),
    user: text,
    /** The folder of the photos: absolute, or relative to the user's own folder. */
    folder: text,
    host_key: hostKey,
  }),
  z.strictObject({
    kind: z.literal('ldap'),
    /** `ldaps://…`, or `ldap://…`, which StartTLS encrypts before anything is sent. */
    url: z.string().check(z.trim(), z.maxLength(TEXT_MAX), z.regex(/^ldaps?:\/\/[^/?#\s@]+\/?$/i)),
    /** The DN or name with which the desk signs in. */
    user: text,
    /** The entry below which people are searched for. */
    base: text,
    /** Contains `{mitarbeiternummer}` or `{email}`, whose values are escaped (RFC 4515). */
    filter: text,
    attribute: z.enum(PHOTO_ATTRIBUTES),
    /** Servers to which this one may refer a write, separated by spaces or commas. */
    referral_hosts: z.optional(hosts),
    /** Number or e-mail address of a person whose photo the test may change, and puts back. */
    test_person: z.optional(text),
  }),
  z.strictObject({
    kind: z.literal('microsoft-365'),
    tenant: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9.-]{1,253}$/)),
    client_id: clientId,
    /** Field of an account that holds the e-mail address of the person; the sign-in name by default. */
    match: z.optional(z.enum(['mail'])),
    /** Sign-in name of a person whose photo the test may change, and puts back. */
    test_person: z.optional(text),
  }),
  /** A program of the operator, by its file name in their folder of programs. */
  z.strictObject({ kind: z.literal('command'), command: z.string().check(z.regex(/^[\w][\w.-]{0,99}$/)) }),
])

/** Settings as they are entered. Addresses must parse; settings stored by earlier versions may have others. */
export const destinationInputSchema = destinationSettingsSchema.check(
  z.refine(destination => destination.kind !== 'ldap' || URL.canParse(destination.url), {
    path: ['url'],
    error: 'This is not an address.',
  }),
)

/**
 * Settings that can change while the photos stay in place: sign-in, trusted key, and allowed servers. A kind accepts
 * only those that its settings have.
 */
export const destinationAccessSchema = z.strictObject({
  host_key: z.optional(hostKey),
  user: z.optional(text),
  client_id: z.optional(clientId),
  referral_hosts: z.optional(hosts),
})
export const ACCESS_FIELDS = ['host_key', 'user', 'client_id', 'referral_hosts'] as const

/** Values that are sealed. The object is empty for a kind without sign-in. */
export const destinationSecretsSchema = z.strictObject({
  password: z.optional(secret),
  /** Key in OpenSSH's or PEM form, which `password` decrypts. */
  private_key: z.optional(secret),
  client_secret: z.optional(secret),
})

export const DESTINATION_KINDS = ['folder', 'sftp', 'ldap', 'microsoft-365', 'command'] as const

/** True where each person has an entry or account with one photo, which may be their own. */
export function hasEntries(kind: DestinationKind): boolean {
  return kind === 'ldap' || kind === 'microsoft-365'
}

export type DestinationKind = (typeof DESTINATION_KINDS)[number]
export type DestinationSettings = z.infer<typeof destinationSettingsSchema>
export type SettingsOf<Kind extends DestinationKind> = Extract<DestinationSettings, { kind: Kind }>
export type DestinationAccess = z.infer<typeof destinationAccessSchema>
export type DestinationSecrets = z.infer<typeof destinationSecretsSchema>
