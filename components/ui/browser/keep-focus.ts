/**
 * A ref for a place whose controls come and go: when the one that had the focus goes, the focus is at the first that is there now, or
 * at the place itself, and not at the top of the page. Where a part of the place follows up what is pressed anywhere in it, that part
 * has `data-follows`, and the focus goes there. Beside a button that wants a press of its own (`ownPress`) it is always at the place
 * itself, so that Enter pressed twice ends nothing.
 */
export function keepFocus(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return
  let last: HTMLElement | null = null
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = target
  }
  const observer = new MutationObserver(() => {
    const hasFallen = last?.isConnected === false && document.activeElement === document.body
    if (!hasFallen) return
    const part = place.querySelector<HTMLElement>('[data-follows]') ?? place
    const first = part.querySelector<HTMLElement>('button, a[href], [tabindex]')
    const next = part.querySelector('[data-own-press]') ? part : (first ?? part)
    if (next === part) part.tabIndex = -1
    next.focus({ preventScroll: true })
  })
  place.addEventListener('focusin', note)
  observer.observe(place, { childList: true, subtree: true })
  return () => {
    place.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
