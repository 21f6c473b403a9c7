/**
 * Parses the fragment of a project's address (`paths.download`) that opens its dialog for downloads. `newFor`: the
 * system that gets what is new. Null when the dialog stays closed.
 */
export function parseDownloadHash(hash: string): { newFor: string | undefined } | null {
  const asked = new URLSearchParams(hash.slice(1)).get('download')
  return asked === null ? null : { newFor: asked || undefined }
}
