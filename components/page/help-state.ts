'use client'

import { createStore } from '#components/ui/browser/store.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'

const helpOpen = createStore(false)
/** Current step of the tour, counted from 0; null when the tour is closed. */
const tourStep = createStore<number | null>(null)

/** Opens the help from any component. */
export function openHelp(): void {
  helpOpen.set(true)
}

/** Leaves or declines the tour, which is then not offered again. */
export function leaveTour(): void {
  tourStep.set(null)
  // If this request fails, the tour is offered once more, which does no harm.
  deskCommand(paths.api.preferences(), { method: 'PUT', body: { tour_left: true } }).catch(() => {})
}

export const setHelpOpen = helpOpen.set
export const useHelpOpen = helpOpen.use
export const showTourStep = tourStep.set
export const useTourStep = tourStep.use
