import 'server-only'

/**
 * Needed by PostgreSQL only (`postgres-022-readable-documents.ts`): SQLite reads every document that a desk has
 * written.
 */
export const READABLE_DOCUMENT_MIGRATION = '-- nothing'
