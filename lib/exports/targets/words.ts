/** Kept apart from the schemas, so that a page that needs only the names loads no schema. */

/** Settings in which a request may differ from its target. */
export const OVERRIDES = ['naming', 'variant', 'size'] as const

/** A system that receives portraits, or files for manual filing. */
export const TARGET_KINDS = ['files', 'system'] as const
