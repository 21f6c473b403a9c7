import { announce } from '#components/ui/announce.tsx'
import { createStore } from '#components/ui/browser/store.ts'

export type ToastMessage = {
  id: string
  title: string
  text?: string | undefined
  tone?: 'neutral' | 'positive' | 'warning' | 'danger'
  action?: { label: string; onPress: () => void }
  /** Tells of a change that was begun, made or taken back, or cannot be. There is one such message at a time: the newest, with its offer. */
  ofChange?: boolean
  /** Interrupts a screen reader, and stays until it is dismissed. */
  urgent?: boolean
  /** What is said instead of title and text; an empty string where it has been said otherwise. */
  said?: string
}

type Waiting = {
  /** The messages that nobody has shown yet. */
  messages: readonly ToastMessage[]
  /** Ids of those that shall go. */
  closing: readonly string[]
}

const NOTHING: Waiting = { messages: [], closing: [] }
/** Numbers of their own: browsers give random UUIDs to encrypted pages only. */
let count = 0
export const waitingToasts = createStore(NOTHING)
let changeId: string | null = null

/** A short word about what has just happened, seen and said. What a person must not miss belongs on the page instead. */
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

/** For a newer change that is told in its own place: the message of the one before goes, with its offer. */
export function closeOfChange(): void {
  if (changeId !== null) closeToast(changeId)
}

/** For what it offers is not there any more. */
export function closeToast(id: string): void {
  if (id === changeId) changeId = null
  const { messages, closing } = waitingToasts.get()
  waitingToasts.set({ messages: messages.filter(message => message.id !== id), closing: [...closing, id] })
}

/** For the one place that shows them. */
export function takeToasts(): Waiting {
  const taken = waitingToasts.get()
  if (taken !== NOTHING) waitingToasts.set(NOTHING)
  return taken
}
