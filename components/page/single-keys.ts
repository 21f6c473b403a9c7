'use client'

import { useSyncExternalStore } from 'react'
import { useKeyDown } from '#components/ui/browser/use-key-down.ts'

/**
 * Elements in which a character may be typed. A grid that starts to edit a cell has already handled the key
 * (`defaultPrevented`).
 */
const TYPED = 'input, textarea, select, [contenteditable], [role=dialog]'

/**
 * Runs an action when a single-character key is pressed outside of text input, unless the user has switched such keys
 * off (WCAG 2.1.4).
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

/** True when such keys are switched on: the server writes the setting into the page. */
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
