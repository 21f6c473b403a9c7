/**
 * What stands behind a project's address (`paths.download`) when its dialog for downloading photos is to be open, and the system that
 * what is new goes to; null when it is not to be open.
 */
export function parseDownloadHash(hash: string): { newFor: string | undefined } | null {
  const asked = new URLSearchParams(hash.slice(1)).get('download')
  return asked === null ? null : { newFor: asked || undefined }
}
