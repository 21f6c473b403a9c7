import 'server-only'

/** A supervisor asks by address, not by name, and knows of no path. */
export function isHealth(path: string): boolean {
  return path.startsWith('/api/health/')
}

/**
 * The address of a request below the desk's own path (`basePath`), as pages and handlers are named; null when it lies outside.
 * Whether the desk is well may be asked past its path too.
 */
export function toDeskPath(url: string, basePath: string): string | null {
  if (basePath === '') return url
  if (isHealth(url)) return url
  const rest = url.slice(basePath.length)
  if (!url.startsWith(basePath) || !/^(?:$|[/?])/.test(rest)) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
