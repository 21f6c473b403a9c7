import { NGINX } from '#tests/support/nginx-program.ts'

/** With another number two suites can run on one machine. */
const FIRST_PORT = Number(process.env.E2E_PORT) || 3410

/** Every worker that runs at a time has a desk, a sandbox and ports of its own: two files never meet. */
export function portsOf(place: number) {
  const base = FIRST_PORT + 50 * place
  return {
    desk: base,
    ownDesk: base + 10,
    devDesk: base + 20,
    proxy: base + 30,
    sandbox: base + 1000,
    devSandbox: base + 1020,
  } as const
}

/** Those of this worker. */
export const PORTS = portsOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** Below which path the desk of this run stands, such as `/portraits` (`E2E_PATH=/portraits npm test -- e2e`). */
export const PATH = process.env.E2E_PATH ?? ''
/** A path is what a shared host has: there the desk stands behind the nginx that we ship, with TLS. */
export const IS_PROXIED = PATH !== '' && NGINX !== null
/** As the browser sees the desk on these ports, without its path. */
export const toDeskUrl = ({ desk, proxy }: ReturnType<typeof portsOf>) =>
  IS_PROXIED ? `https://localhost:${proxy}` : `http://localhost:${desk}`
export const DESK_URL = toDeskUrl(PORTS)
export const SANDBOX_URL = `http://127.0.0.1:${PORTS.sandbox}`
