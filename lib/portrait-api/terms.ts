/**
 * The limits and the fixed words of the portrait service's specification. Apart from the schemas that use them, so that a
 * page that only names them loads no schema.
 */

/** Limits of section 8. */
export const EMPLOYEES_PER_CREATE = 200
export const PER_PAGE_MAX = 200
export const PER_PAGE_DEFAULT = 50
export const NAME_MAX = 100
export const MITARBEITERNUMMER_MAX = 100
/** Something, an @, something, and no blanks or controls: more of an e-mail address only mail systems know. */
export const EMAIL_FORM = /^(?!.*[\s\p{Cc}]).+@.+$/su
export const EMAIL_MAX = 255
export const IMAGE_SIZES_MAX = 4
export const ACTIVE_KEYS_MAX = 5
export const REQUESTS_PER_MINUTE = 120

/** Section 3, project states. */
export const PROJECT_STATUSES = ['draft', 'active', 'completed', 'archived'] as const
/** Section 3, employee states. */
export const EMPLOYEE_STATUSES = ['pending', 'uploaded', 'edited', 'retake'] as const
/** Section 2, `locale`: the language of invitations. */
export const LOCALES = ['de', 'en'] as const
/** Section 4, `variant` of a photo. */
export const PHOTO_VARIANTS = ['standard', 'transparent'] as const
