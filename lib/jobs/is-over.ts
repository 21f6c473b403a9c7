/** The states of an export, an import, a batch and a delivery's run in which something is still to come. */
const WORKING: readonly string[] = ['preparing', 'running', 'sending', 'paused', 'review']

/** Whether a job has come to its end, well or not: nobody needs to ask for it any more. */
export function isOver({ state }: { state: string }): boolean {
  return !WORKING.includes(state)
}
