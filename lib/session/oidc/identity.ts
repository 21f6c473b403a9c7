import 'server-only'
import type { Role } from '#lib/contracts/session.ts'
import { isEntra, type OidcSettings } from '#lib/settings/oidc-settings.ts'
import { SignOnError } from './sign-on-error.ts'

const EMAIL_MAX = 255
const STRONGEST_FIRST = ['admin', 'editor', 'viewer'] as const

/** A user as the provider identifies them. `role` is null when none of the claim's values gives one. */
export type Identity = { issuer: string; subject: string; email: string; role: Role | null }

/**
 * Identifies the user by issuer and subject. The email is a label: it may change, and may belong to another person
 * tomorrow. Throws SignOnError `no_identity`.
 */
export function toIdentity(
  claims: Record<string, unknown> & { iss: string; sub: string },
  settings: Pick<OidcSettings, 'roleClaim' | 'roleValues'>,
): Identity {
  return {
    issuer: claims.iss,
    subject: isEntra(claims.iss) ? entraSubject(claims) : claims.sub,
    email: toLabel(claims.email) ?? toLabel(claims.preferred_username) ?? claims.sub,
    role: findRole(readClaim(claims, settings.roleClaim), settings.roleValues),
  }
}

/** Reads a claim by its name, which may contain dots itself (`https://example.com/roles`), or by the path to it. */
export function readClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const step of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = Reflect.get(found, step)
  }
  return found
}

/** Entra's `sub` differs per application; `oid` within its tenant identifies the user. */
function entraSubject({ tid, oid }: Record<string, unknown>): string {
  if (typeof tid !== 'string' || typeof oid !== 'string' || !tid || !oid)
    throw new SignOnError('sso_refused', 'no_identity')
  return `${tid}/${oid}`
}

/** The strongest role wins. Values are compared exactly: `Admin` is not `admin`. */
function findRole(claim: unknown, roleValues: OidcSettings['roleValues']): Role | null {
  const values = new Set(Array.isArray(claim) ? claim : [claim])
  return STRONGEST_FIRST.find(role => roleValues[role].some(value => values.has(value))) ?? null
}

function toLabel(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  const label = claim.replaceAll(/\p{C}/gu, '').trim()
  return label && label.length <= EMAIL_MAX ? label : null
}
