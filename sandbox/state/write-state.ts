import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ServiceState } from './records.ts'

/** Written beside and renamed, so that a stop in the middle never leaves half a file. */
export function writeState(dataFile: string, state: ServiceState): void {
  mkdirSync(dirname(dataFile), { recursive: true })
  const beside = `${dataFile}.${process.pid}.tmp`
  writeFileSync(beside, JSON.stringify(state))
  renameSync(beside, dataFile)
}
