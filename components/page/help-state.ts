'use client'

import { createStore } from '#components/ui/browser/store.ts'

const helpOpen = createStore(false)
/** Which step of the tour is shown, counted from 0; null: none. */
const tourStep = createStore<number | null>(null)

/** Opens the help from wherever somebody asks for it. */
export function openHelp(): void {
  helpOpen.set(true)
}

export const setHelpOpen = helpOpen.set
export const useHelpOpen = helpOpen.use
export const showTourStep = tourStep.set
export const useTourStep = tourStep.use
