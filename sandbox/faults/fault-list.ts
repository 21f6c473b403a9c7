import type { Fault, FaultInput } from './fault-input.ts'

type FaultyRequest = { method: string; path: string; body: string }

export type FaultList = {
  add(input: FaultInput): Fault
  /** The pending faults, with the rest of `times` and `skip`. */
  list(): Fault[]
  /** Removes all faults, and releases delayed answers. */
  clear(): void
  /** Aborts with the next `clear`. */
  readonly cleared: AbortSignal
  /** The first pending fault for this request; reduces its `times` by one. */
  take(request: FaultyRequest): Fault | null
  /** True when a pending fault depends on the request body. */
  readsBodies(): boolean
}

export function createFaultList(): FaultList {
  let faults: Fault[] = []
  let nextId = 1
  let clearing = new AbortController()
  return {
    add(input) {
      const fault = { ...input, id: nextId++ }
      faults.push(fault)
      return { ...fault }
    },
    list: () => faults.map(fault => ({ ...fault })),
    clear() {
      faults = []
      clearing.abort()
      clearing = new AbortController()
    },
    get cleared() {
      return clearing.signal
    },
    readsBodies: () => faults.some(({ contains }) => contains !== undefined),
    take(request) {
      for (const fault of faults.filter(candidate => fits(candidate, request))) {
        if (fault.skip > 0) {
          fault.skip -= 1
          continue
        }
        fault.times -= 1
        faults = faults.filter(({ times }) => times > 0)
        return fault
      }
      return null
    },
  }
}

function fits(fault: Fault, { method, path, body }: FaultyRequest): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  return matchesPath(fault.path, path) && (fault.contains === undefined || body.includes(fault.contains))
}

/**
 * Returns whether the pattern matches the path below `/api/v1`, which may have a query.
 * - Without a `?`, the pattern is compared with the path alone: `*` is one segment, `**` any number of them.
 * - With a `?`, it is compared with path and query: `/employees/*?size=*`; in the query `*` is anything.
 * - Beginning with `^`, it is a regular expression on path and query.
 */
function matchesPath(pattern: string, pathWithQuery: string): boolean {
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
