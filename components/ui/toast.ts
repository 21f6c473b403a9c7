export type ToastMessage = {
  id: string
  title: string
  text?: string
  tone?: 'neutral' | 'positive' | 'warning' | 'danger'
  action?: { label: string; onPress: () => void }
  /** Interrupts a screen reader, and stays until it is dismissed. */
  urgent?: boolean
}

/** Numbers of their own: browsers give random UUIDs to encrypted pages only. */
let count = 0
let waiting: readonly ToastMessage[] = []
let closing: readonly string[] = []
const listeners = new Set<() => void>()

/** A short word about what has just happened. What a person must not miss belongs on the page instead. */
export function toast(message: Omit<ToastMessage, 'id'>): string {
  count += 1
  const id = `toast-${count}`
  waiting = [...waiting, { id, ...message }]
  for (const listener of listeners) listener()
  return id
}

/** For what it offers is not there any more. */
export function closeToast(id: string): void {
  waiting = waiting.filter(message => message.id !== id)
  closing = [...closing, id]
  for (const listener of listeners) listener()
}

export function takeClosing(): readonly string[] {
  const taken = closing
  closing = []
  return taken
}

/** The messages that nobody has shown yet. */
export function getWaitingToasts(): readonly ToastMessage[] {
  return waiting
}

export function takeToasts(taken: readonly ToastMessage[]): void {
  waiting = waiting.filter(message => !taken.includes(message))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
