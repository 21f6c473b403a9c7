export type ToastMessage = {
  id: string
  title: string
  text?: string
  tone?: 'neutral' | 'positive' | 'warning' | 'danger'
  action?: { label: string; onPress: () => void }
  /** Interrupts a screen reader, and stays until it is dismissed. */
  urgent?: boolean
}

let waiting: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

/** A short word about what has just happened. What a person must not miss belongs on the page instead. */
export function toast(message: Omit<ToastMessage, 'id'>): void {
  waiting = [...waiting, { id: crypto.randomUUID(), ...message }]
  for (const listener of listeners) listener()
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
