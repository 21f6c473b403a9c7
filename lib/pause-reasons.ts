/** Why a job waits: what stands in the way of the whole of it, as opposed to one person's call that went wrong. */
export const PAUSE_REASONS = [
  'key_rejected',
  'no_api_access',
  'service_unreachable',
  'disk_full',
  'not_connected',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]
