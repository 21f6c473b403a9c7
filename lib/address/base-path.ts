/**
 * The path below which this desk is served, such as `/portraits`; empty when it has a host of its own. It is known when
 * the desk starts (`APP_URL`), not when it is built: browsers get it from the built files (`scripts/path-mark.ts`), the
 * server from the process that starts it (`scripts/serve.ts`). See docs/decisions/041-any-path.md.
 */
export const BASE_PATH: string =
  (typeof window === 'undefined' ? process.env.DESK_BASE_PATH : process.env.__NEXT_ROUTER_BASEPATH) ?? ''

/**
 * Turns a path of the desk into an address for a browser. The framework's links, redirects and router do that
 * themselves; this is for everything else: plain links, pictures, calls, downloads, the history.
 */
export function toAddress(path: string): string {
  return `${BASE_PATH}${path}`
}
