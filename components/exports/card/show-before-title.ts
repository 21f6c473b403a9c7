'use client'

/** Puts words before the tab's title, also before the title of the next page. The returned function takes them away. */
export function showBeforeTitle(words: string): () => void {
  const mark = `${words} · `
  const put = () => {
    if (!document.title.startsWith(mark)) document.title = mark + document.title
  }
  const observer = new MutationObserver(put)
  put()
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
  }
}
