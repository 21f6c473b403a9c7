import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'

/** Shared by all copies of this module, because tests reload modules. */
type Held = { test: AsyncLocalStorage<object>; latest: object }

const here = globalThis as typeof globalThis & {
  testedDesks?: Held
  portraitDesk?: Map<string, unknown> & { begin?(): boolean }
}
here.testedDesks ??= { test: new AsyncLocalStorage(), latest: {} }
const held = here.testedDesks

/**
 * The process-wide state of the desk (`lib/singleton.ts`), one for each test. A test begins with an empty state, and
 * jobs or timers of an earlier test keep theirs. So the modules of the desk need no reload for each test, which took
 * half of its time.
 */
class StateOfEachTest extends Map<string, unknown> {
  readonly #states = new WeakMap<object, Map<string, unknown>>()

  /** True when this test has no state yet. */
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

  /** Callbacks that Vitest calls after a test, such as `onTestFinished`, use the state of the latest test. */
  #mine(): Map<string, unknown> {
    const test = held.test.getStore() ?? held.latest
    const state = this.#states.get(test) ?? new Map<string, unknown>()
    this.#states.set(test, state)
    return state
  }
}

here.portraitDesk ??= new StateOfEachTest()

/** Runs a test with its hooks. */
export function runWithOwnState(runTest: () => Promise<void>): Promise<void> {
  held.latest = {}
  return held.test.run(held.latest, runTest)
}

/** Returns a check whether the caller belongs to this test, and not to jobs of an earlier one. */
export function isOfThisTest(): () => boolean {
  const test = held.latest
  return () => (held.test.getStore() ?? test) === test
}

/** Begins with an empty state. A second desk in the same test gets its own modules, as in another process. */
export function beginState({ anew = false } = {}): void {
  if (!anew && here.portraitDesk?.begin?.()) return
  vi.resetModules()
  here.portraitDesk = new StateOfEachTest()
}
