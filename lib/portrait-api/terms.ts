/**
 * Limits and enums of the portrait service's specification. Separate from the schemas that use them, so that a page
 * that only needs these loads no schema.
 */

/** Limits of section 8. */
export const EMPLOYEES_PER_CREATE = 200
export const PER_PAGE_MAX = 200
export const PER_PAGE_DEFAULT = 50
export const NAME_MAX = 100
export const MITARBEITERNUMMER_MAX = 100
/**
 * Text, an @, text, and no blanks or control characters. A second @ is only allowed between quotation marks (RFC 5321,
 * section 4.1.2). Only mail systems can check more of an email address.
 */
export const EMAIL_FORM = /^(?!.*[\s\p{Cc}])(?:".+"|[^@]+)@[^@]+$/su
export const EMAIL_MAX = 255
export const IMAGE_SIZES_MAX = 4
export const ACTIVE_KEYS_MAX = 5
export const REQUESTS_PER_MINUTE = 120

/** Section 3, project states. */
export const PROJECT_STATUSES = ['draft', 'active', 'completed', 'archived'] as const
/** Section 3, employee states. */
export const EMPLOYEE_STATUSES = ['pending', 'uploaded', 'edited', 'retake'] as const
export type EmployeeStatus = (typeof EMPLOYEE_STATUSES)[number]
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

/** The desk's value of a service status; null for a status that this specification does not have. */
export function toKnownStatus(status: string): EmployeeStatus | null {
  return EMPLOYEE_STATUSES.find(known => known === status) ?? null
}

export function toKnownProjectStatus(status: string): ProjectStatus | null {
  return PROJECT_STATUSES.find(known => known === status) ?? null
}

/** The same for a language of invitations. */
export function toKnownLocale(locale: string | null): (typeof LOCALES)[number] | null {
  return LOCALES.find(known => known === locale) ?? null
}

/** Section 2, `locale`: the language of invitations. */
export const LOCALES = ['de', 'en'] as const
/** Section 4, `variant` of a photo. */
export const PHOTO_VARIANTS = ['standard', 'transparent'] as const

/** Parses an id in an address; null when it is none. Ids may be as large as a JSON number is exact, 2^53 − 1. */
export function parseId(text: string): number | null {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
}
