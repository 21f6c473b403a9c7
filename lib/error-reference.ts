/**
 * Returns the reference of a failed page in the desk's log (`page_failed`). Only errors of the server have one; errors
 * of a browser are not logged.
 */
export function getErrorReference(error: unknown): string | null {
  if (!(error instanceof Error) || !('digest' in error)) return null
  return typeof error.digest === 'string' ? error.digest : null
}
