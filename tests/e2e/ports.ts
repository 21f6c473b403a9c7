/** With another number two suites can run on one machine. */
const FIRST_PORT = Number(process.env.E2E_PORT) || 3410
/** Every worker has a desk, a sandbox and ports of its own: two files that run at once never meet. */
const BASE = FIRST_PORT + 50 * Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export const PORTS = {
  desk: BASE,
  ownDesk: BASE + 10,
  devDesk: BASE + 20,
  sandbox: BASE + 1000,
  devSandbox: BASE + 1020,
} as const

export const SANDBOX_URL = `http://127.0.0.1:${PORTS.sandbox}`
