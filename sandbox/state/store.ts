import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ServiceState, serviceState } from './records.ts'

/** `state` is changed in place and then saved; `reset` replaces it with the seed. */
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

/** Null when there is no such file yet; throws one sentence when the file has other content. */
export function readState(dataFile: string): ServiceState | null {
  if (!existsSync(dataFile)) return null
  try {
    return serviceState.parse(JSON.parse(readFileSync(dataFile, 'utf8')))
  } catch {
    throw new Error(`The file ${dataFile} (SANDBOX_DATA) holds no sandbox data; move it away to start anew.`)
  }
}

/** Writes a temporary file and renames it, so that a stop in the middle never leaves half a file. */
function writeState(dataFile: string, state: ServiceState): void {
  mkdirSync(dirname(dataFile), { recursive: true })
  const beside = `${dataFile}.${process.pid}.tmp`
  writeFileSync(beside, JSON.stringify(state))
  renameSync(beside, dataFile)
}
