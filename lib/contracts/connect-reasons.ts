/**
 * Reasons why a stored key no longer works, which send a connected account back to /connect. Separate from the schemas
 * that use them, so that a page that only names a reason loads no schema.
 */
export const CONNECT_REASONS = ['key_rejected', 'no_api_access', 'key_unreadable'] as const

export type ConnectReason = (typeof CONNECT_REASONS)[number]
