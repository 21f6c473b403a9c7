/** What stands at the foot of the window over its whole width. */
type Strip = 'toast' | 'tour' | 'selection'

/**
 * A ref for a strip at the foot of the window. The page ends above it, as if the window were lower by so much
 * (`--foot-room`): whatever lies below its edge is scrolled into sight like everything that a window cuts off, and who was at the
 * end of the page, or has the focus down there, sees the same as before.
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

/** Whether it is in the window, and (partly) behind the strip: what somebody has scrolled out of sight stays there. */
function isBelow(focused: Element, strip: HTMLElement): boolean {
  const { top, bottom } = focused.getBoundingClientRect()
  return strip.offsetHeight > 0 && top < window.innerHeight && bottom > strip.getBoundingClientRect().top
}
