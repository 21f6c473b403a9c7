import 'server-only'

/** True for health checks: a supervisor uses an address instead of a name, and knows no base path. */
export function isHealth(path: string): boolean {
  return path.startsWith('/api/health/')
}

/**
 * Returns the address of a request below `basePath`, as pages and handlers are named; null when it is outside. Health
 * checks also work without the base path.
 */
export function toDeskPath(url: string, basePath: string): string | null {
  if (basePath === '') return url
  if (isHealth(url)) return url
  const rest = url.slice(basePath.length)
  if (!url.startsWith(basePath) || !/^(?:$|[/?])/.test(rest)) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
