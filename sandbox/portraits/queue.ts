type Queue = { run<Result>(task: () => Promise<Result>): Promise<Result> }

/** Runs at most so many tasks at once; the others wait in line. */
export function createQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(task) {
      if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
      else running += 1
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
