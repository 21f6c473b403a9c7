/** Apart from the schemas that use them, so that a page that only names them loads no schema. */
export const EXPORT_STATES = ['preparing', 'paused', 'ready', 'failed', 'cancelled', 'expired'] as const
