import { afterEach, vi } from 'vitest'

/** A clock that a test has stopped runs again for the next one: the files of a worker share their process. */
afterEach(() => void vi.useRealTimers())
