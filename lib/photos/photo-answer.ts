import 'server-only'
import { API_HEADERS } from '#lib/http/headers.ts'
import type { PhotoDownload } from '#lib/portrait-api/client.ts'

/** A new answer around the photo's bytes: of the service's headers only the type and the length come through. */
export function photoAnswer({ contentType, contentLength, body }: PhotoDownload): Response {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', contentType)
  if (contentLength !== null) headers.set('content-length', String(contentLength))
  return new Response(body, { headers })
}

/** The address of a thumbnail carries its version, so the browser of this person may keep it for ever. */
export function thumbnailAnswer(webp: Uint8Array): Response {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', 'image/webp')
  headers.set('cache-control', 'private, max-age=31536000, immutable')
  return new Response(Uint8Array.from(webp), { headers })
}
