/** States of unfinished exports, imports, batches and runs of deliveries. */
const WORKING: readonly string[] = ['preparing', 'running', 'sending', 'paused', 'review']

/** True when a job has ended, with or without success: its state no longer changes. */
export function isFinished({ state }: { state: string }): boolean {
  return !WORKING.includes(state)
}
