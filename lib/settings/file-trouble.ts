import 'server-only'

/** Describes why a file could not be read, as the end of a sentence that begins with it. */
export function toFileTrouble(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is not there'
  if (code === 'EACCES' || code === 'EPERM') return 'the user of the desk may not read'
  if (code === 'EISDIR') return 'is a folder'
  return `cannot be read (${code})`
}
