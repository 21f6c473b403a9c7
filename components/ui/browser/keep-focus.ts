/**
 * A ref for a container whose controls come and go. When the focused control is removed, the first remaining control
 * gets the focus, or the container itself, instead of the top of the page. If a part reports on actions anywhere in
 * the container, it has `data-follows` and gets the focus. Next to a button that needs a separate press (`ownPress`),
 * the container itself always gets it, so that pressing Enter twice triggers nothing.
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
