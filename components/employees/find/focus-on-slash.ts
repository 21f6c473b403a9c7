export const SEARCH_ID = 'people-search'

/** The key `/` leads to the search from everywhere but where it may be typed. Returns how to end that. */
export function focusOnSlash(page: Document): () => void {
  function focus(event: KeyboardEvent) {
    const { target } = event
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]')) return
    const field = page.getElementById(SEARCH_ID)
    if (!(field instanceof HTMLInputElement)) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  page.addEventListener('keydown', focus)
  return () => page.removeEventListener('keydown', focus)
}
