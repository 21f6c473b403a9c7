import { DeskError } from '#lib/errors.ts'
import { type DeskRequest, deskResponse } from './desk-request.ts'

type DeskFile = {
  bytes: Blob
  /** The file name that the desk gives; null when the page has to choose one. */
  name: string | null
  /** Actual size of a photo in pixels (`600x800`). */
  pixels: string | null
}

/**
 * Fetches a file from one of our own handlers, for downloads that may fail: a link would leave the user with a broken
 * file and no reason. Large archives are links nevertheless, because they must not be held in memory.
 */
export async function deskFile(path: string, request: DeskRequest = {}): Promise<DeskFile> {
  const answer = await deskResponse(path, request)
  const { headers } = answer
  // The response comes from something in between: no file of ours is a web page.
  if (headers.get('content-type')?.startsWith('text/html')) throw new DeskError('desk_unreachable')
  const name = parseName(headers.get('content-disposition'))
  const bytes = await answer.blob().catch((cause: unknown) => {
    // An aborted request must not become another error.
    request.signal?.throwIfAborted()
    throw new DeskError('desk_unreachable', { cause })
  })
  return { bytes, name, pixels: headers.get('x-photo-pixels') }
}

/** Returns the exact file name (RFC 8187), which `content-disposition.ts` writes. */
function parseName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : null
}
