import 'server-only'
import type { HeldJob } from './job.ts'

/** One try of a task. `begun` must be called when the call of the task has its place. */
export type Look = { isLastLook: boolean; begun: () => void }

/**
 * Works on a queue of tasks with a few workers, and returns the tasks for which `settle` resolved to false. The job
 * counts a task as left until its call has begun, or until it is settled without a call. Throws the first error of
 * `settle`, when all calls in flight have ended.
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
