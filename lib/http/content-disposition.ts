import { toSafeFileName } from '#lib/text/safe-name.ts'
import 'server-only'
import { API_HEADERS } from './headers.ts'

/**
 * Returns `Content-Disposition: attachment` with the exact name for current browsers (RFC 6266, RFC 8187) and an ASCII
 * name for others. Neither can end the header early, and both are safe on every disk, whatever the name contains.
 */
export function attachment(name: string): string {
  const fileName = toSafeFileName(name)
  const ascii = fileName
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%]/g, '_')
  return `attachment; filename="${ascii || 'download'}"; filename*=UTF-8''${encodeExtValue(fileName)}`
}

/** RFC 8187 `attr-char`: encodeURIComponent leaves four characters that it must not. */
function encodeExtValue(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns a whole file to be saved under this name. */
export function fileResponse({
  bytes,
  contentType,
  fileName,
}: {
  bytes: Buffer<ArrayBuffer>
  contentType: string
  fileName: string
}): Response {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', contentType)
  headers.set('content-length', String(bytes.byteLength))
  headers.set('content-disposition', attachment(fileName))
  return new Response(bytes, { headers })
}
