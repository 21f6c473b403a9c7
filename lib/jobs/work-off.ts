import 'server-only'

/**
 * A few workers share one queue. `settle` says whether a task is done with; those that are worth a second look come back.
 * Throws what `settle` has thrown first, when all that was on its way has ended.
 */
export async function workOff<Task>(
  tasks: readonly Task[],
  inFlight: number,
  settle: (task: Task) => Promise<boolean>,
): Promise<Task[]> {
  const queue = tasks.values()
  const again: Task[] = []
  let stopped = false
  const worker = async () => {
    for (const task of queue) {
      if (stopped) return
      try {
        if (!(await settle(task))) again.push(task)
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
