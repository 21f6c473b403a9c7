type Command = { isPending: boolean; reset: () => void }

/**
 * Opens or closes the question before a command: what is on its way is waited for, and what was refused before is not said any more.
 */
export function startFresh({ isPending, reset }: Command, openOrClose: () => void): void {
  if (isPending) return
  reset()
  openOrClose()
}
