'use client'

/** The browser's own notification, for who has asked for it. A press leads back to this tab. */
export function tellReady(id: string, words: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  const notification = new Notification(words, { tag: `export-${id}` })
  notification.onclick = () => {
    window.focus()
    notification.close()
  }
}

/** Some browsers have no notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in globalThis
}
