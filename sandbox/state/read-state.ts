import { existsSync, readFileSync } from 'node:fs'
import { type ServiceState, serviceState } from './records.ts'

/** Null when there is no such file yet; throws one sentence when the file holds something else. */
export function readState(dataFile: string): ServiceState | null {
  if (!existsSync(dataFile)) return null
  try {
    return serviceState.parse(JSON.parse(readFileSync(dataFile, 'utf8')))
  } catch {
    throw new Error(`The file ${dataFile} (SANDBOX_DATA) holds no sandbox data; move it away to start anew.`)
  }
}
