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
 * A new answer around a checked photo: of what the service sent, only the bytes come through. `x-photo-pixels` says
 * how large the image really is, whatever its size is called.
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
 * The address of a picture carries its version, so the browser of this person need not ask again; but not for longer than a
 * session lasts in which nobody does anything: an approval that is withdrawn reaches no copy in a browser.
 */
export function pictureResponse(webp: Uint8Array): Response {
  const headers = new Headers(API_HEADERS)
  headers.set('content-type', 'image/webp')
  headers.set('content-length', String(webp.byteLength))
  headers.set('cache-control', `private, max-age=${Math.floor(getEnv().sessionIdleMs / 1000)}, immutable`)
  return new Response(Uint8Array.from(webp), { headers })
}
