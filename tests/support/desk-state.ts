import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'

/** The same for all copies of this module: tests read modules anew. */
type Held = { test: AsyncLocalStorage<object>; latest: object }

const here = globalThis as typeof globalThis & {
  testedDesks?: Held
  portraitDesk?: Map<string, unknown> & { begin?(): boolean }
}
here.testedDesks ??= { test: new AsyncLocalStorage(), latest: {} }
const held = here.testedDesks

/**
 * What the desk keeps for its whole process (`lib/singleton.ts`), once for each test: it begins with nothing, and what the test
 * before has left behind, such as a job or a timer, goes on with what was its own. So the modules of the desk need not be read
 * anew for each test, which took half of its time.
 */
class StateOfEachTest extends Map<string, unknown> {
  readonly #states = new WeakMap<object, Map<string, unknown>>()

  /** Whether this test has no state yet. */
  begin(): boolean {
    return this.#mine().size === 0
  }

  override has(name: string): boolean {
    return this.#mine().has(name)
  }

  override get(name: string): unknown {
    return this.#mine().get(name)
  }

  override set(name: string, instance: unknown): this {
    this.#mine().set(name, instance)
    return this
  }

  override delete(name: string): boolean {
    return this.#mine().delete(name)
  }

  override keys(): MapIterator<string> {
    return this.#mine().keys()
  }

  /** What vitest calls after a test, such as `onTestFinished`, belongs to the last one. */
  #mine(): Map<string, unknown> {
    const test = held.test.getStore() ?? held.latest
    const state = this.#states.get(test) ?? new Map<string, unknown>()
    this.#states.set(test, state)
    return state
  }
}

here.portraitDesk ??= new StateOfEachTest()

/** Around each test, with its hooks. */
export function runWithOwnState(runTest: () => Promise<void>): Promise<void> {
  held.latest = {}
  return held.test.run(held.latest, runTest)
}

/** Whether something is done for this test, and not by what another one has left behind. */
export function isOfThisTest(): () => boolean {
  const test = held.latest
  return () => (held.test.getStore() ?? test) === test
}

/** A desk that knows nothing. A second one in the same test has modules of its own, as in another process. */
export function beginState({ anew = false } = {}): void {
  if (!anew && here.portraitDesk?.begin?.()) return
  vi.resetModules()
  here.portraitDesk = new StateOfEachTest()
}
