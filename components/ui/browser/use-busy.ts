import { useState } from 'react'

/**
 * True while the work that a press has started is running; the caller shows its result. For the first load of a page:
 * `useMutation` offers more, but adds over a kilobyte.
 */
export function useBusy<Args extends unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): { busy: boolean; start: (...args: Args) => Promise<void> } {
  const [busy, setBusy] = useState(false)

  async function start(...args: Args) {
    setBusy(true)
    try {
      await run(...args)
    } finally {
      setBusy(false)
    }
  }

  return { busy, start }
}
