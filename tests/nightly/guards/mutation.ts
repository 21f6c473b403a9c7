/**
 * One guard taken away. `find` must occur exactly once in `file`; at least one of `tests` must then turn red. A limit is
 * moved, never removed: a test may send without end, and only the limit stops it before the memory is full.
 */
export type Mutation = {
  id: string
  /** What the guard promises. */
  guard: string
  file: string
  find: string
  replace: string
  tests: string[]
}

/** The source without the guard, or null when the row no longer fits the code. */
export function takeOut({ find, replace }: Mutation, source: string): string | null {
  return source.split(find).length === 2 ? source.replace(find, () => replace) : null
}
