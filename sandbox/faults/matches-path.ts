/**
 * Does the pattern fit the path below `/api/v1`, which may carry a query?
 * - Without a `?` in it, the pattern is compared to the path alone: `*` is one segment, `**` any number of them.
 * - With a `?`, it is compared to path and query: `/employees/*?size=*`; in the query `*` is anything.
 * - Beginning with `^`, it is a regular expression on path and query.
 */
export function matchesPath(pattern: string, pathWithQuery: string): boolean {
  if (pattern.startsWith('^')) return new RegExp(pattern).test(pathWithQuery)
  const [path = '', query] = splitOnce(pattern)
  const [actualPath = '', actualQuery = ''] = splitOnce(pathWithQuery)
  if (!toExpression(path, '[^/]*').test(actualPath)) return false
  return query === undefined || toExpression(query, '.*').test(actualQuery)
}

function splitOnce(text: string): string[] {
  const at = text.indexOf('?')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function toExpression(glob: string, star: string): RegExp {
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const source = glob
    .split('**')
    .map(part => part.split('*').map(literal).join(star))
    .join('.*')
  return new RegExp(`^${source}$`)
}
