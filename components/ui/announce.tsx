'use client'

import { type ComponentProps, createElement, type RefObject, useEffect, useRef } from 'react'
import { createStore } from './browser/store.ts'

/** Longer than the gap between two letters plus the time of the answer to the last one. */
const CALM_MS = 700
/**
 * Number of recent messages that stay, for users who read them letter by letter; a message is never replaced while it
 * is read out.
 */
const KEPT_MAX = 3

type Message = { id: number; words: string; urgent: boolean }
type Spoken = { messages: readonly Message[]; isWaiting: boolean }

const spoken = createStore<Spoken>({ messages: [], isWaiting: false })
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
let count = 0

/**
 * Announces a message to screen readers without moving anything on the screen. One message per action, and nothing
 * that the focus announces anyway. `urgent` interrupts the current speech, for messages that would be lost otherwise.
 * See docs/decisions/039-one-voice.md.
 */
export function announce(words: string, { urgent = false } = {}): void {
  count += 1
  tell({ messages: [...spoken.get().messages, { id: count, words, urgent }].slice(-KEPT_MAX) })
}

/**
 * Announces after a pause: of several messages about one subject while the user types or selects, only the last. An
 * empty text cancels.
 */
export function announceWhenCalm(about: string, words: string): void {
  clearTimeout(waiting.get(about))
  waiting.delete(about)
  const say = () => {
    waiting.delete(about)
    announce(words)
  }
  if (words !== '') waiting.set(about, setTimeout(say, CALM_MS))
  tell({})
}

function tell(change: Partial<Spoken>): void {
  spoken.set({ ...spoken.get(), ...change, isWaiting: waiting.size > 0 })
}

/**
 * The only live region of the desk, present from the start: a region inserted together with its text is not read out.
 * Each message is its own element, so that a repeated text is announced again and no message is lost.
 */
export function LiveRegion() {
  const { messages, isWaiting } = spoken.use()
  const show = (urgent: boolean) =>
    messages.filter(message => message.urgent === urgent).map(({ id, words }) => <p key={id}>{words}</p>)
  return (
    <>
      <div
        aria-live="polite"
        className="sr-only"
        data-testid="announcer"
        data-waiting={isWaiting || undefined}
      >
        {show(false)}
      </div>
      <div aria-live="assertive" className="sr-only">
        {show(true)}
      </div>
    </>
  )
}

type HowSaid = {
  urgent?: boolean
  /** Announces after a pause, and only the last message about this subject. */
  about?: string
  /** The first text is not announced: the focus announces it, or the user knows it. */
  known?: boolean
}

type LiveTextProps = Omit<ComponentProps<'p'>, 'ref'> & HowSaid & { as?: 'p' | 'div' | 'span' }

/** Visible text that is also announced once when it appears or changes. An empty text takes no room. */
export function LiveText({
  as = 'p',
  urgent = false,
  about,
  known = false,
  className,
  ...rest
}: LiveTextProps) {
  const ref = useSaid<HTMLElement>({ urgent, about, known })
  return createElement(as, {
    ref,
    className: className ? `${className} empty:hidden` : 'empty:hidden',
    ...rest,
  })
}

/** Announces the text of an element that another component renders. */
function useSaid<Shown extends HTMLElement>({
  urgent = false,
  about,
  known = false,
}: { [Name in keyof HowSaid]: HowSaid[Name] | undefined } = {}): RefObject<Shown | null> {
  const ref = useRef<Shown>(null)
  const before = useRef<string>(null)
  useEffect(() => (about === undefined ? undefined : () => announceWhenCalm(about, '')), [about])
  useEffect(() => {
    const words = ref.current ? readWords(ref.current) : ''
    const isKnown = words === before.current || (known && before.current === null)
    before.current = words
    if (isKnown) return
    if (about !== undefined) announceWhenCalm(about, words)
    else if (words !== '') announce(words, { urgent })
  })
  return ref
}

/** Returns the text without parts for sighted users, such as a countdown in seconds. */
function readWords(shown: HTMLElement): string {
  let words = shown.innerText
  for (const hidden of shown.querySelectorAll<HTMLElement>('[aria-hidden=true]'))
    words = words.replace(hidden.innerText, '')
  return words.replaceAll(/\s+/g, ' ').trim()
}
