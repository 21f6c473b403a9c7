import { DESK_ORIGIN, type DeskSettings } from '../desk-env.ts'

export const CLIENT_ID = 'portrait-desk'
/** Contains characters that a careless `Authorization: Basic` encodes wrongly. */
export const CLIENT_SECRET = 'canary secret/+:%&=-7d0e8f1b2c3a'
export const REDIRECT_URI = `${DESK_ORIGIN}/api/auth/callback/oidc`

/**
 * A desk that trusts this issuer: `hr-admins` are administrators, `hr` are editors, `auditors` and `guests` are
 * viewers.
 */
export function signOnSettings(issuer: string, more: DeskSettings = {}): DeskSettings {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_ADMIN_VALUES: 'hr-admins',
    OIDC_EDITOR_VALUES: 'hr',
    OIDC_VIEWER_VALUES: 'auditors, guests',
    ...more,
  }
}
