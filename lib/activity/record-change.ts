import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { ActivityEntry } from './contract.ts'
import { recordWrite } from './record-activity.ts'

/**
 * A change of what the desk itself keeps, and its entry, so that neither can be without the other. `run` refuses by
 * throwing a DeskError, as when somebody else was faster: then nothing has happened, and nothing is told. Throws what
 * `recordWrite` throws.
 */
export function recordChange<Result>(entry: ActivityEntry, run: () => Promise<Result>): Promise<Result> {
  return recordWrite(entry, {
    run,
    toDone: () => entry,
    mayHaveHappened: error => !(error instanceof DeskError),
  })
}
