import 'server-only'
import { globSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { acceptedEncodings } from './compress-page.ts'
import { toDeskPath } from './desk-path.ts'

/** Address of a script or style → its type. */
type CompressedStatic = ReadonlyMap<string, string>

const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}
/** Best first, with the ending of the file and the name of RFC 9110, 8.4.1. */
const ENCODINGS = [
  { ending: 'br', name: 'br' },
  { ending: 'gz', name: 'gzip' },
] as const

/** The scripts and styles of this build that lie compressed beside themselves (`scripts/compress-static.ts`). */
export function listCompressedStatic(distDir = join(process.cwd(), '.next')): CompressedStatic {
  const files = globSync('static/**/*.{js,css}.br', { cwd: distDir })
  return new Map(
    files.map(file => {
      const plain = file.slice(0, -'.br'.length)
      return [`/_next/${plain.split(sep).join('/')}`, TYPES[extname(plain)] ?? '']
    }),
  )
}

/**
 * Leads a request for a script or style to its compressed twin, which the framework then answers like any file. Nothing
 * is compressed while somebody waits, and no stream is touched: the framework's own compression keeps what an aborted
 * answer held (vercel/next.js#94919).
 */
export function leadToCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  { compressed, basePath }: { compressed: CompressedStatic; basePath: string },
): void {
  const [path = '', query] = (toDeskPath(request.url ?? '', basePath) ?? '').split('?', 2)
  const type = compressed.get(path)
  if (!type) return
  response.setHeader('vary', 'accept-encoding')
  const accepted = acceptedEncodings(request)
  const encoding = ENCODINGS.find(({ name }) => accepted.has(name))
  if (!encoding) return
  request.url = `${basePath}${path}.${encoding.ending}${query === undefined ? '' : `?${query}`}`
  response.setHeader('content-encoding', encoding.name)
  response.setHeader('content-type', type)
}
