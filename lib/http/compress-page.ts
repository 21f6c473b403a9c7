import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createGzip, type Gzip } from 'node:zlib'

/** What the framework answers for a page: its HTML, what it fetches when one page follows another, and our script with texts. */
const PAGE = /^text\/(html|x-component|javascript)\b/

/**
 * Sends a page as gzip, chunk by chunk as it is drawn: of a list of people a tenth is left. Only pages: photos and
 * archives are as small as they get, and their streams stay untouched. The framework's own compression is off because
 * it keeps what an aborted answer held (vercel/next.js#94919); here a closed answer closes its stream.
 * See docs/decisions/027-compression-and-content-length.md.
 */
export function compressPage(
  request: IncomingMessage,
  response: ServerResponse,
  open: () => Gzip = createGzip,
): void {
  if (request.method === 'HEAD' || !acceptedEncodings(request).has('gzip')) return
  const plain = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
  }
  let gzip: Gzip | null = null
  let turn: NodeJS.Immediate | null = null

  function begin(): Gzip | null {
    if (!response.headersSent) response.writeHead(response.statusCode)
    return gzip
  }

  function start(): Gzip {
    const stream = open()
    stream.on('data', (bytes: Buffer) => {
      if (!plain.write(bytes)) stream.pause()
    })
    stream.on('end', () => plain.end())
    stream.on('drain', () => response.emit('drain'))
    response.on('drain', () => stream.resume())
    response.once('close', () => stream.destroy())
    return stream
  }

  Object.assign(response, {
    writeHead(...args: Parameters<typeof plain.writeHead>) {
      if (!response.headersSent && isPage(response, args[0])) {
        response.setHeader('content-encoding', 'gzip')
        response.appendHeader('vary', 'accept-encoding')
        response.removeHeader('content-length')
        gzip = start()
      }
      return plain.writeHead(...args)
    },
    write(...args: Parameters<typeof plain.write>) {
      const stream = begin()
      return stream ? Reflect.apply(stream.write, stream, args) : plain.write(...args)
    },
    end(...args: Parameters<typeof plain.end>) {
      const stream = begin()
      if (!stream) return plain.end(...args)
      Reflect.apply(stream.end, stream, args)
      return response
    },
    /**
     * The framework asks for this after every part of a page, so that a person sees it before the next is there. Three times for
     * one part, and for the last one too: each is a way to another thread and back, so one turn of the event loop has one.
     */
    flush() {
      if (turn) return
      turn = setImmediate(() => {
        turn = null
        if (gzip?.writableEnded === false) gzip.flush(constants.Z_SYNC_FLUSH)
      })
    },
  })
}

function isPage(response: ServerResponse, status: number): boolean {
  return (
    PAGE.test(String(response.getHeader('content-type') ?? '')) &&
    !response.hasHeader('content-encoding') &&
    status !== 204 &&
    status !== 304
  )
}

/** The encodings that the client names; a weight of 0 means "not this" (RFC 9110, 12.5.3). */
export function acceptedEncodings({ headers }: Pick<IncomingMessage, 'headers'>): Set<string> {
  const names = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0{0,3})?$/.test(weight ?? ''))
  return new Set(names.flatMap(([name]) => name ?? []))
}
