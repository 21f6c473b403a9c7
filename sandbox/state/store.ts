import { readState } from './read-state.ts'
import type { ServiceState } from './records.ts'
import { writeState } from './write-state.ts'

/** `state` is changed in place and then saved; `reset` puts the seed in its place. */
export type Store = { state: ServiceState; save(): void; reset(): void }

export function createStore(seed: () => ServiceState, dataFile: string | null): Store {
  const store: Store = {
    state: (dataFile && readState(dataFile)) || seed(),
    save() {
      if (dataFile) writeState(dataFile, store.state)
    },
    reset() {
      store.state = seed()
      store.save()
    },
  }
  return store
}
