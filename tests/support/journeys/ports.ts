import { NGINX } from '#tests/support/nginx-program.ts'

/** `npm test` looks for free ports; a runner started by hand uses these. */
const FIRST_PORT = Number(process.env.JOURNEYS_PORT) || 3410

/** Returns the ports of one worker, which has its own desk and sandbox. */
export function portsOf(place: number) {
  const base = FIRST_PORT + 50 * place
  return {
    desk: base,
    ownDesk: base + 10,
    proxy: base + 30,
    sandbox: base + 1000,
  } as const
}

/** The ports of this worker. */
export const PORTS = portsOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** The path of this run's desk on its host, such as `/portraits` (`DESK_PATH=/portraits npm test -- journeys`). */
export const PATH = process.env.DESK_PATH ?? ''
/** Below a path the desk is behind our nginx configuration, with TLS, as on a shared host. */
export const IS_PROXIED = PATH !== '' && NGINX !== null
/** The desk's address for browsers, without its path. */
export const toDeskUrl = ({ desk, proxy }: ReturnType<typeof portsOf>) =>
  IS_PROXIED ? `https://localhost:${proxy}` : `http://localhost:${desk}`
export const DESK_URL = toDeskUrl(PORTS)
export const SANDBOX_URL = `http://127.0.0.1:${PORTS.sandbox}`
