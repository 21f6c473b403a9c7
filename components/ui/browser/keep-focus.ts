/**
 * A ref for a place whose controls come and go: when the one that had the focus goes, the focus is at the first that is there now, or
 * at the place itself, and not at the top of the page.
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
    const next = place.querySelector<HTMLElement>('button, a[href], [tabindex]') ?? place
    if (next === place) place.tabIndex = -1
    next.focus({ preventScroll: true })
  })
  place.addEventListener('focusin', note)
  observer.observe(place, { childList: true, subtree: true })
  return () => {
    place.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
