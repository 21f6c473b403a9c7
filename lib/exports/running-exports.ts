import 'server-only'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { singleton } from '#lib/singleton.ts'

/** An export that this process works on, or that waits in it for the end of a pause. */
export type RunningExport = {
  readonly id: string
  /** The service with the key of the person who started it. */
  client: PortraitClient
  /** Read while the person still waited, so that it need not be read again. */
  firstPage: EmployeePage | null
  /** So many times a size turned out to be another one than the service had just said. */
  sizeChanges: number
  /** When the service last said who there is (ms, monotonic); null before the first time in this process. */
  peopleReadAt: number | null
  /** Photos that it has to fetch yet; 0 while it fetches none. */
  left: number
  /** Aborting it ends every call that this export has open. */
  readonly cancellation: AbortController
  /** Lets go of the stored photos that this export still needs, by path. */
  readonly pins: Map<string, () => void>
  /** Ends a pause, if there is one. */
  wake(): void
}

export function getRunningExports(): Map<string, RunningExport> {
  return singleton('running-exports', () => new Map<string, RunningExport>())
}
