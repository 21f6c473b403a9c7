import { createStore } from '#components/ui/browser/store.ts'

/** Search text for all projects, until the header's search takes it. */
const wanted = createStore<string | null>(null)

export const useWantedEverywhere = wanted.use

/** Opens the header's search with this text. */
export function findEverywhere(words: string): void {
  wanted.set(words)
}

export function takeWanted(): void {
  wanted.set(null)
}
