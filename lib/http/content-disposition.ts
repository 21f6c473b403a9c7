import { toSafeFileName } from '#lib/text/safe-name.ts'

/**
 * `Content-Disposition: attachment` with the exact name for today's browsers (RFC 6266, RFC 8187) and an ASCII
 * name for the others. Neither can end the header early, and both are safe on every disk, whatever the name is made of.
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
