import { afterEach, aroundEach, vi } from 'vitest'
import { runWithOwnState } from './desk-state.ts'

aroundEach(runWithOwnState)
/** Restarts a clock that a test has stopped, because the files of a worker share their process. */
afterEach(() => void vi.useRealTimers())
