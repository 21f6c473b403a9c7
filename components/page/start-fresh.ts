type Command = { isPending: boolean; reset: () => void }

/** Opens or closes the dialog before a command: a running command blocks this, and an earlier refusal is cleared. */
export function startFresh({ isPending, reset }: Command, openOrClose: () => void): void {
  if (isPending) return
  reset()
  openOrClose()
}
