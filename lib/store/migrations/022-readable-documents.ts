import 'server-only'

/** Of PostgreSQL alone (`postgres-022-readable-documents.ts`): SQLite reads every document that a desk has written. */
export const READABLE_DOCUMENT_MIGRATION = '-- nothing'
