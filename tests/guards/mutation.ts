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
