/** What a request may have otherwise than its target. */
export const OVERRIDES = ['naming', 'variant', 'size'] as const
