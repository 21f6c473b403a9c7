/** Apart from the schemas that use them, so that a page that only names them loads no schema. */

/** What a request may have otherwise than its target. */
export const OVERRIDES = ['naming', 'variant', 'size'] as const

/** A system that receives portraits, or files for whoever files them by hand. */
export const TARGET_KINDS = ['files', 'system'] as const
