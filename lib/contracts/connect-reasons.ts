/**
 * Why a key that the desk has does not serve any more: what brings a connected person back to /connect. Apart from the
 * schemas that use them, so that a page that only names them loads no schema.
 */
export const CONNECT_REASONS = ['key_rejected', 'no_api_access', 'key_unreadable'] as const

export type ConnectReason = (typeof CONNECT_REASONS)[number]
