import 'server-only'
import { Agent } from 'undici'

/** TCP and TLS together. Node's own limit is ten seconds. */
const CONNECT_MS = 5_000
/** Longer than the pauses between a person's clicks are not worth an open socket. */
const KEEP_ALIVE_MS = 10_000

/** The connections to the service. */
export const dispatcher = createDispatcher()

/** Node's `fetch` takes the deadline of its first phase only from here. */
export function createDispatcher(connectMs = CONNECT_MS): Agent {
  return new Agent({ connect: { timeout: connectMs }, keepAliveTimeout: KEEP_ALIVE_MS })
}
