/** Records console errors and pending requests of the page. Evaluated once for all files of a page. */

const errors: string[] = []

const print = console.error
console.error = (...words: unknown[]) => {
  errors.push(words.map(String).join(' '))
  print(...words)
}
window.addEventListener('error', ({ message }) => errors.push(message))
window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))

/** Requests in flight, and answers whose body is being read. */
const underWay = new Set<Promise<unknown>>()

function track<Result>(work: Promise<Result>): Promise<Result> {
  const forget = () => void underWay.delete(work)
  underWay.add(work)
  work.then(forget, forget)
  return work
}

const send = window.fetch
window.fetch = (...request) =>
  track(send(...request)).then(answer => {
    const read = answer.json.bind(answer)
    answer.json = () => track(read())
    return answer
  })

/** The errors in the console since the last call. */
export function takeErrors(): string[] {
  return errors.splice(0)
}

/** Resolves when every request has its answer and the answer has been read. */
export async function untilAnswered(): Promise<void> {
  while (underWay.size > 0) {
    await Promise.allSettled(underWay)
    // Code that reads the answer may send another request.
    await new Promise(done => setTimeout(done))
  }
}
