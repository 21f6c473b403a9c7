import 'server-only'
import { attachment } from './content-disposition.ts'
import { API_HEADERS } from './headers.ts'

/** A whole file to be saved under this name. */
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
