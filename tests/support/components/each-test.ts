import '#app/globals.css'
import './font.css'
import { afterEach, beforeAll, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { conflicts } from '#components/employees/edit/conflicts.tsx'
import { showWork } from '#components/jobs/work.ts'
import { setHelpOpen } from '#components/page/help-state.ts'
import { takeToasts } from '#components/ui/toast/toast.ts'
import { releaseHolds, resetDeskApi, startDeskApi } from './desk-api.ts'
import { leaveDesk } from './render-desk.tsx'
import { takeErrors, untilAnswered } from './watch-page.ts'

beforeAll(startDeskApi)
beforeAll(() => commands.slowDown())
/** Loads the desk's font, because tests measure widths. */
beforeAll(() => document.fonts.load('1rem Inter'))

/**
 * Leaves nothing for the next test: no page, no request in flight, no stored data. An unexpected error fails the test.
 */
afterEach(async () => {
  vi.useRealTimers()
  releaseHolds()
  await untilAnswered()
  leaveDesk()
  conflicts.set([])
  showWork(false)
  setHelpOpen(false)
  takeToasts()
  sessionStorage.clear()
  localStorage.clear()
  resetDeskApi()
  expect(takeErrors(), 'errors in the console of the browser').toEqual([])
})
