'use client'

import { takeWishToBeTold } from './change-running-exports.ts'

/** The browser's own notification, for somebody who asked for one. A click leads back to this tab. */
export function tellEnd(id: string, words: string): void {
  if (!takeWishToBeTold(id) || !canNotify() || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(words, { tag: `export-${id}` })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // Chrome on Android gives permission, and then notifications to service workers alone.
  }
}

/** Some browsers have no notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in globalThis
}
