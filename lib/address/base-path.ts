/**
 * The path below which this desk stands, such as `/portraits`; empty when it has a host for itself. It is known when the desk
 * starts (`APP_URL`), not when it is built: browsers get it from the built files (`scripts/path-mark.ts`), the server
 * from whoever starts it (`scripts/serve.ts`). See docs/decisions/041-any-path.md.
 */
export const BASE_PATH: string =
  (typeof window === 'undefined' ? process.env.DESK_BASE_PATH : process.env.__NEXT_ROUTER_BASEPATH) ?? ''

/**
 * A path of the desk as an address for a browser. Links, redirects and the router of the framework do that themselves;
 * this is for everything that goes past them: plain links, pictures, calls, downloads, the history.
 */
export function toAddress(path: string): string {
  return `${BASE_PATH}${path}`
}
