import 'server-only'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { API_HEADERS } from '#lib/http/headers.ts'
import type { StoredPhoto } from '#lib/photo-store/photo-file.ts'
import { pinPhoto } from '#lib/photo-store/photo-pins.ts'
import { toPixelText } from '#lib/photo-store/photo-size.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'

/**
 * Builds a new response around a checked photo: of the service's answer, it contains only the bytes. `x-photo-pixels`
 * is the real size of the image, independent of the size's name.
 */
export function photoResponse(photo: StoredPhoto, variant: PhotoVariant): Response {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', variant === 'transparent' ? 'image/png' : 'image/jpeg')
  headers.set('content-length', String(photo.bytes))
  if (photo.pixels) headers.set('x-photo-pixels', toPixelText(photo.pixels))
  const file = createReadStream(photo.path)
  file.once('close', pinPhoto(photo.path))
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, { headers })
}

/**
 * Builds a response that browsers may cache, because a picture's address contains its version. The maximum age is the
 * idle time of a session, because a withdrawn approval does not reach copies in a browser.
 */
export function pictureResponse(webp: Uint8Array): Response {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', 'image/webp')
  headers.set('content-length', String(webp.byteLength))
  headers.set('cache-control', `private, max-age=${Math.floor(getEnv().sessionIdleMs / 1000)}, immutable`)
  return new Response(Uint8Array.from(webp), { headers })
}
