/** Strips at the bottom of the window over its whole width. */
type Strip = 'toast' | 'tour' | 'selection'

/**
 * A ref for a strip at the bottom of the window. The page ends above it, as if the window were shorter
 * (`--foot-room`): content behind the strip scrolls into view. A user at the end of the page, or with the focus near
 * the bottom, still sees the same content.
 */
export function keepFootRoom(strip: Strip) {
  const property = `--${strip}-room`
  return (element: HTMLElement | null) => {
    if (!element) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      const wasAtEnd = root.scrollTop > 0 && root.scrollHeight - root.clientHeight - root.scrollTop < 1
      const height = getComputedStyle(element).position === 'fixed' ? element.offsetHeight : 0
      if (height === 0) root.style.removeProperty(property)
      else root.style.setProperty(property, `${height}px`)
      if (wasAtEnd) root.scrollTo({ top: root.scrollHeight, behavior: 'instant' })
      const focused = document.activeElement?.closest('main *:not(.foot-strip, .foot-strip *)')
      if (focused && isBelow(focused, element))
        focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty(property)
    }
  }
}

/**
 * True when the element is in the window and at least partly behind the strip. An element that the user has scrolled
 * out of view stays there.
 */
function isBelow(focused: Element, strip: HTMLElement): boolean {
  const { top, bottom } = focused.getBoundingClientRect()
  return strip.offsetHeight > 0 && top < window.innerHeight && bottom > strip.getBoundingClientRect().top
}
