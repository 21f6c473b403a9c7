'use client'

import { useEffect } from 'react'

/** What stands before the page's own title, from the left: how far the work is, then what is open on the page. */
const places = { work: '', view: '' }
type Place = keyof typeof places

let shown = ''
let observer: MutationObserver | null = null

/** Puts words before the tab's title, also before the title of the next page; null takes them away. */
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
