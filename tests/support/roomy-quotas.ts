/** Quotas for desks that serve many tests, all as the same person. */
export const ROOMY_QUOTAS = {
  QUOTA_SESSIONS: '1000',
  QUOTA_EXPORTS_KEPT: '1000',
  QUOTA_IMPORT_DRAFTS: '1000',
  QUOTA_IMPORTS_MB: '1000',
  QUOTA_BATCHES_KEPT: '1000',
  QUOTA_DOWNLOADS_HOURLY: '10000',
} as const
