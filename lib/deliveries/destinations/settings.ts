/**
 * Where a delivery goes, and with what it signs in there: two objects, because the first is shown to administrators again and
 * the second never leaves the server. Read by browsers too, for their forms.
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

/** `SHA256:…` as OpenSSH prints it; the one that the administrator has confirmed. */
const hostKey = z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/))
const clientId = z.string().check(z.trim(), z.regex(/^[0-9a-fA-F-]{36}$/))

/** Which attribute of a directory holds the photo. */
export const PHOTO_ATTRIBUTES = ['thumbnailPhoto', 'jpegPhoto'] as const

export const destinationSettingsSchema = z.discriminatedUnion('kind', [
  /** A folder of this server, such as a mounted share, below one of those that the operator allows. */
  z.strictObject({ kind: z.literal('folder'), folder: text }),
  z.strictObject({
    kind: z.literal('sftp'),
    host,
    port: z._default(port, 22),
    user: text,
    /** Where the photos lie, from the user's own folder on or absolute. */
    folder: text,
    host_key: hostKey,
  }),
  z.strictObject({
    kind: z.literal('ldap'),
    /** `ldaps://…`, or `ldap://…`, which is turned into TLS by StartTLS before anything is said. */
    url: z.string().check(z.trim(), z.maxLength(TEXT_MAX), z.regex(/^ldaps?:\/\/[^/?#\s@]+\/?$/i)),
    /** The DN or name that the desk signs in as. */
    user: text,
    /** Below which entry people are looked for. */
    base: text,
    /** With `{mitarbeiternummer}` or `{email}`, which are escaped (RFC 4515). */
    filter: text,
    attribute: z.enum(PHOTO_ATTRIBUTES),
    /** Servers to which this one may refer a write, with spaces or commas between them. */
    referral_hosts: z.optional(hosts),
    /** Number or e-mail address of somebody whose photo the test may change and puts back. */
    test_person: z.optional(text),
  }),
  z.strictObject({
    kind: z.literal('microsoft-365'),
    tenant: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9.-]{1,253}$/)),
    client_id: clientId,
    /** Field of an account that holds the e-mail address of the person; the sign-in name by default. */
    match: z.optional(z.enum(['mail'])),
    /** Sign-in name of somebody whose photo the test may change and puts back. */
    test_person: z.optional(text),
  }),
  /** A program of the operator's own, by its file name in their folder of programs. */
  z.strictObject({ kind: z.literal('command'), command: z.string().check(z.regex(/^[\w][\w.-]{0,99}$/)) }),
])

/** Settings as they are entered. Addresses must parse, which settings stored by earlier versions need not. */
export const destinationInputSchema = destinationSettingsSchema.check(
  z.refine(destination => destination.kind !== 'ldap' || URL.canParse(destination.url), {
    path: ['url'],
    error: 'This is not an address.',
  }),
)

/**
 * Settings that may change without another place for the photos: sign-in, trusted key, and allowed servers. A kind takes only those
 * that its settings have.
 */
export const destinationAccessSchema = z.strictObject({
  host_key: z.optional(hostKey),
  user: z.optional(text),
  client_id: z.optional(clientId),
  referral_hosts: z.optional(hosts),
})
export const ACCESS_FIELDS = ['host_key', 'user', 'client_id', 'referral_hosts'] as const

/** What is sealed. A kind that signs in nowhere has an empty one. */
export const destinationSecretsSchema = z.strictObject({
  password: z.optional(secret),
  /** In OpenSSH's or PEM form; `password` opens it then. */
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
