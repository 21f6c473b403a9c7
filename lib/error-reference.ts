/**
 * What finds a failed page in the desk's log (`page_failed`). Only errors of the server have one: those of a browser
 * are in no log of ours.
 */
export function getErrorReference(error: unknown): string | null {
  if (!(error instanceof Error) || !('digest' in error)) return null
  return typeof error.digest === 'string' ? error.digest : null
}
