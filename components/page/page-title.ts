'use client'

import { useEffect } from 'react'

/** Prefixes of the page's own title, from the left: progress of the work, then the view that is open. */
const places = { work: '', view: '' }
type Place = keyof typeof places

let shown = ''
let observer: MutationObserver | null = null

/** Adds a prefix to the tab's title, also on the next page; null removes it. */
export function useTitlePart(place: Place, words: string | null): void {
  useEffect(() => {
    if (words === null) return
    put(place, words)
    return () => put(place, '')
  }, [place, words])
}

function put(place: Place, words: string): void {
  places[place] = words
  draw()
  observer?.disconnect()
  observer = new MutationObserver(draw)
  if (shown === '') observer = null
  else observer.observe(document.head, { childList: true, subtree: true, characterData: true })
}

function draw(): void {
  const own = document.title.startsWith(shown) ? document.title.slice(shown.length) : document.title
  shown = [places.work, places.view]
    .filter(Boolean)
    .map(words => `${words} · `)
    .join('')
  if (document.title !== shown + own) document.title = shown + own
}
