'use client'

import { useSyncExternalStore } from 'react'
import { useKeyDown } from '#components/ui/browser/use-key-down.ts'

/** Where a character may be typed. A grid in which one begins to edit a cell has taken the key before (`defaultPrevented`). */
const TYPED = 'input, textarea, select, [contenteditable], [role=dialog]'

/**
 * Does something when a key of a single character is pressed anywhere but where it may be typed, unless the person has
 * switched such keys off (WCAG 2.1.4).
 */
export function useSingleKey(character: string, act: () => void): void {
  useKeyDown(event => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event
    if (key !== character || ctrlKey || metaKey || altKey || defaultPrevented || !areSingleKeysOn()) return
    if (target instanceof HTMLElement && target.closest(TYPED)) return
    event.preventDefault()
    act()
  })
}

/** Whether such keys work: the server writes it on the page. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn, () => true)
}

function areSingleKeysOn(): boolean {
  return document.documentElement.dataset.singleKeys !== 'off'
}

function subscribe(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributeFilter: ['data-single-keys'] })
  return () => observer.disconnect()
}
