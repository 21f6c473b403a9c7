import { ServiceError } from './service-error.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Throws a ServiceError (403) for requests from elsewhere. The portal needs no key, so it serves only programs on this
 * machine and its own pages. Another site could send a form from a trainee's browser, or point its own name at this
 * machine and read (DNS rebinding).
 */
export function requireOwnMachine({ method, headers }: Request, port: number): void {
  if (!isOwn(`http://${headers.get('host')}`, port))
    throw new ServiceError(403, `The sandbox is at http://localhost:${port} and has no other name.`)
  if (READING.has(method)) return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site') ?? 'none'
  if ((origin !== null && !isOwn(origin, port)) || (site !== 'same-origin' && site !== 'none'))
    throw new ServiceError(403, 'A page of another site may change nothing here.')
}

/** True when this is the address of a page of this sandbox. */
function isOwn(address: string, port: number): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && LOOPBACK.test(url.hostname) && Number(url.port || 80) === port
}
