import { DeskError } from '#lib/errors.ts'
import { type DeskRequest, deskResponse } from './desk-request.ts'

type DeskFile = {
  bytes: Blob
  /** What the desk calls it; null when it leaves that to the page. */
  name: string | null
  /** Of a photo, how large it really is (`600x800`). */
  pixels: string | null
}

/**
 * A file of one of our own handlers, for downloads that may fail: a link would leave a person with a broken file and
 * no reason. Large archives are links all the same, because nothing may hold them in memory.
 */
export async function deskFile(path: string, request: DeskRequest = {}): Promise<DeskFile> {
  const answer = await deskResponse(path, request)
  const { headers } = answer
  // Of somebody in between: no file of ours is a web page.
  if (headers.get('content-type')?.startsWith('text/html')) throw new DeskError('desk_unreachable')
  const name = parseName(headers.get('content-disposition'))
  const bytes = await answer.blob().catch((cause: unknown) => {
    // A request that was called back stays what it is.
    request.signal?.throwIfAborted()
    throw new DeskError('desk_unreachable', { cause })
  })
  return { bytes, name, pixels: headers.get('x-photo-pixels') }
}

/** The exact name of RFC 8187, which `content-disposition.ts` writes. */
function parseName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : null
}
