import { afterEach, aroundEach, vi } from 'vitest'
import { runWithOwnState } from './desk-state.ts'

aroundEach(runWithOwnState)
/** A clock that a test has stopped runs again for the next one: the files of a worker share their process. */
afterEach(() => void vi.useRealTimers())
