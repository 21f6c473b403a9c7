import { createStore } from '#components/ui/browser/store.ts'

/** What somebody wants to look for in all projects, until the search of the header has taken it over. */
const wanted = createStore<string | null>(null)

export const useWantedEverywhere = wanted.use

/** Opens the search of the header with these words. */
export function findEverywhere(words: string): void {
  wanted.set(words)
}

export function takeWanted(): void {
  wanted.set(null)
}
