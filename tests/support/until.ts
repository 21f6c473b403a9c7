const FIRST_POLL_MS = 5
/** Long waits poll less often, because the poll itself takes time from the awaited work. */
const LAST_POLL_MS = 100
/** The real timer, also while a test has stopped its clock, because the awaited work is real. */
const wait = globalThis.setTimeout
const now = performance.now.bind(performance)

/** Waits until the condition returns a true value, and returns it. Throws when the deadline passes first. */
export async function until<Value>(
  what: string | (() => string),
  condition: () => Value | Promise<Value>,
  deadlineMs = 60_000,
): Promise<Exclude<Value, false | null | undefined>> {
  const end = now() + deadlineMs
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LAST_POLL_MS, pollMs * 1.1)) {
    const value = await condition()
    if (value) return value as Exclude<Value, false | null | undefined>
    if (now() > end)
      throw new Error(`Waited ${deadlineMs} ms in vain: ${typeof what === 'string' ? what : what()}`)
    await new Promise(resolve => wait(resolve, pollMs))
  }
}
