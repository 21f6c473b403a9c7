'use client'

import { type ComponentProps, createElement, type RefObject, useEffect, useRef } from 'react'
import { createStore } from './browser/store.ts'

/** Longer than the gap between two letters, and than the answer to the last of them takes to come. */
const CALM_MS = 700
/** What was said stays for a moment, for who reads it letter by letter; a message is never replaced while it is read out. */
const KEPT_MAX = 3

type Message = { id: number; words: string; urgent: boolean }
type Spoken = { messages: readonly Message[]; isWaiting: boolean }

const spoken = createStore<Spoken>({ messages: [], isWaiting: false })
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
let count = 0

/**
 * Says something to people who do not see the screen, without moving anything on it: one message for one thing that they
 * did, and nothing that the focus says anyway. `urgent` interrupts what is being read, for what would be lost otherwise.
 * See docs/decisions/039-one-voice.md.
 */
export function announce(words: string, { urgent = false } = {}): void {
  count += 1
  tell({ messages: [...spoken.get().messages, { id: count, words, urgent }].slice(-KEPT_MAX) })
}

/** The same once it is calm: of all that is said about one thing while somebody types or selects, only the last. No words: nothing. */
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
 * The one live region of the desk, there from the start: a region that comes with its text stays mute. Each message is an
 * element of its own, so that the same words are said a second time, and none is lost to the next.
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
  /** Said when it is calm, and only the last of what has this name. */
  about?: string
  /** What it says at first is told by the focus, or long known. */
  known?: boolean
}

type SaidProps = Omit<ComponentProps<'p'>, 'ref'> & HowSaid & { as?: 'p' | 'div' | 'span' }

/** Words on the screen that are said as well, once, when they come or change. Without any, it takes no room. */
export function Said({ as = 'p', urgent = false, about, known = false, className, ...rest }: SaidProps) {
  const ref = useSaid<HTMLElement>({ urgent, about, known })
  return createElement(as, {
    ref,
    className: className ? `${className} empty:hidden` : 'empty:hidden',
    ...rest,
  })
}

/** The same for an element that is drawn elsewhere. */
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

/** Without what is for the eye only, as seconds that are counted down. */
function readWords(shown: HTMLElement): string {
  let words = shown.innerText
  for (const hidden of shown.querySelectorAll<HTMLElement>('[aria-hidden=true]'))
    words = words.replace(hidden.innerText, '')
  return words.replaceAll(/\s+/g, ' ').trim()
}
