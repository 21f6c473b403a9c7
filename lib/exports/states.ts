/** Kept apart from the schemas, so that a page that needs only the names loads no schema. */
export const EXPORT_STATES = ['preparing', 'paused', 'ready', 'failed', 'cancelled', 'expired'] as const
