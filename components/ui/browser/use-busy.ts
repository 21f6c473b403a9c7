import { useState } from 'react'

/**
 * Whether what a press has begun is still under way; it tells by itself how it ended. For what the first paint
 * loads: `useMutation` knows more of it, and weighs more than a kilobyte.
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
