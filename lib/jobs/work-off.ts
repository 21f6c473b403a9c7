import 'server-only'
import type { HeldJob } from './job.ts'

/** A worker's look at a task. `begun` is to be called when the call of the task has its place. */
export type Look = { isLastLook: boolean; begun: () => void }

/**
 * A few workers share one queue. `settle` says whether a task is done with; those that are worth a second look come back. A task
 * whose call has `begun` is no longer what the job has left; one without a call, when it is done with.
 * Throws what `settle` has thrown first, when all that was on its way has ended.
 */
export async function workOff<Task>(
  run: Pick<HeldJob, 'left'>,
  tasks: readonly Task[],
  inFlight: number,
  settle: (task: Task, begun: Look['begun']) => Promise<boolean>,
): Promise<Task[]> {
  const queue = tasks.values()
  const again: Task[] = []
  let stopped = false
  const worker = async () => {
    for (const task of queue) {
      if (stopped) return
      let isLeft = true
      const begun = () => {
        if (isLeft && run.left !== null) run.left -= 1
        isLeft = false
      }
      try {
        const isSettled = await settle(task, begun)
        begun()
        if (isSettled) continue
        again.push(task)
        if (run.left !== null) run.left += 1
      } catch (error) {
        stopped = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: inFlight }, worker))
  const failed = ends.find(end => end.status === 'rejected')
  if (failed) throw failed.reason
  return again
}
