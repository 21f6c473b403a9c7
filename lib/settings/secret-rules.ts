import 'server-only'

/** Each of them can be given as a file instead: `NAME_FILE`. */
export const SECRETS = [
  'APP_SECRET',
  'APP_SECRET_PREVIOUS',
  'PORTRAIT_API_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'DATABASE_URL',
] as const

type Secrets = { [Name in (typeof SECRETS)[number]]?: string | undefined }

/** Secrets that the operator generates, so that they can be fully random. */
const RANDOM = ['APP_SECRET', 'APP_SECRET_PREVIOUS'] as const
/** Minimum number of different characters; 32 random hexadecimal digits have fewer once in a hundred million times. */
const DIFFERENT_MIN = 8
const PLACEHOLDER =
  /change[-_ ]?(me|it|this)|replace[-_ ]?(me|this)|your[-_ ]?(secret|key)|placeholder|insert[-_ ]?here/i

/** Returns the fault of the secrets, as a sentence for the operator without any value, or null. */
export function findSecretProblem(secrets: Secrets): string | null {
  const placeholder = SECRETS.find(name => PLACEHOLDER.test(secrets[name] ?? ''))
  if (placeholder) return `${placeholder} is still a placeholder: set it to a value of its own.`
  const simple = RANDOM.find(name => secrets[name] !== undefined && isSimple(secrets[name]))
  if (simple) return `${simple} is not random: make one with "openssl rand -base64 48".`
  for (const [index, name] of SECRETS.entries())
    for (const other of SECRETS.slice(index + 1))
      if (secrets[name] !== undefined && secrets[name] === secrets[other])
        return `${name} must differ from ${other}: who learns one of them must not know the other.`
  return null
}

function isSimple(secret: string): boolean {
  return new Set(secret).size < DIFFERENT_MIN || /^(.+?)\1+.{0,8}$/s.test(secret)
}
