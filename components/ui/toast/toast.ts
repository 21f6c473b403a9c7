import { announce } from '#components/ui/announce.tsx'
import { createStore } from '#components/ui/browser/store.ts'

export type ToastMessage = {
  id: string
  title: string
  text?: string | undefined
  tone?: 'neutral' | 'positive' | 'warning' | 'danger'
  action?: { label: string; onPress: () => void }
  /**
   * A message about a change that was started, made or undone, or that cannot be undone. Only the newest such message
   * is shown, with its undo button.
   */
  ofChange?: boolean
  /** Interrupts a screen reader, and stays until it is dismissed. */
  urgent?: boolean
  /** Announced instead of title and text; an empty string if the caller announces it otherwise. */
  said?: string
}

type Waiting = {
  /** Messages that are not shown yet. */
  messages: readonly ToastMessage[]
  /** Ids of the messages to close. */
  closing: readonly string[]
}

const NOTHING: Waiting = { messages: [], closing: [] }
/** Counter for ids: browsers offer random UUIDs on encrypted pages only. */
let count = 0
export const waitingToasts = createStore(NOTHING)
let changeId: string | null = null

/**
 * Shows and announces a short message about what has just happened. A message that the user must not miss belongs on
 * the page instead.
 */
export function toast(message: Omit<ToastMessage, 'id'>): string {
  count += 1
  const id = `toast-${count}`
  const { title, text, urgent = false, said = [title, text].filter(Boolean).join('. ') } = message
  if (said !== '') announce(said, { urgent })
  if (message.ofChange) {
    closeOfChange()
    changeId = id
  }
  const { messages, closing } = waitingToasts.get()
  waitingToasts.set({ messages: [...messages, { id, ...message }], closing })
  return id
}

/** Closes the message of the previous change, with its undo button, when a newer change is shown elsewhere. */
export function closeOfChange(): void {
  if (changeId !== null) closeToast(changeId)
}

/** Closes a message whose action is no longer available. */
export function closeToast(id: string): void {
  if (id === changeId) changeId = null
  const { messages, closing } = waitingToasts.get()
  waitingToasts.set({ messages: messages.filter(message => message.id !== id), closing: [...closing, id] })
}

/** Takes the waiting messages, for the only component that shows them. */
export function takeToasts(): Waiting {
  const taken = waitingToasts.get()
  if (taken !== NOTHING) waitingToasts.set(NOTHING)
  return taken
}
