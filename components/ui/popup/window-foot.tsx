import type { ReactNode } from 'react'

/**
 * The buttons of a form in a dialog, always in view: the form scrolls above them, and they never cover the focused
 * element.
 */
export function WindowFoot({ children }: { children: ReactNode }) {
  return (
    <div
      ref={keepAbove}
      className="sticky bottom-0 flex flex-wrap justify-end gap-2 rounded-b-lg border-line border-t bg-panel px-5 py-3"
    >
      {children}
    </div>
  )
}

/** A ref that sets the scroll padding of the surrounding body to the current height of the buttons. */
function keepAbove(foot: HTMLElement | null) {
  const body = foot?.closest<HTMLElement>('.modal-body')
  if (!foot || !body) return
  const observer = new ResizeObserver(() => {
    body.style.scrollPaddingBlockEnd = `calc(${foot.offsetHeight}px + 0.5rem)`
  })
  observer.observe(foot)
  return () => observer.disconnect()
}
