'use client'

import { createStore } from '#components/ui/browser/store.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'

const helpOpen = createStore(false)
/** Which step of the tour is shown, counted from 0; null: none. */
const tourStep = createStore<number | null>(null)

/** Opens the help from wherever somebody asks for it. */
export function openHelp(): void {
  helpOpen.set(true)
}

/** Whoever leaves the tour, or declines it, is not asked again. */
export function leaveTour(): void {
  tourStep.set(null)
  // If this does not get through, the tour is offered once more, which does no harm.
  deskCommand(paths.api.preferences(), { method: 'PUT', body: { tour_left: true } }).catch(() => {})
}

export const setHelpOpen = helpOpen.set
export const useHelpOpen = helpOpen.use
export const showTourStep = tourStep.set
export const useTourStep = tourStep.use
