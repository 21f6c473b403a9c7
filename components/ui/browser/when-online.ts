/** How long between two looks whether the desk answers again. */
const LOOK_MS = 2_000

/**
 * For code that comes with its first use. What a page could not load once it never loads again, since its bundler keeps the
 * failure, and what needed it would crash: without a network it is asked for when the desk answers. A browser that knows of
 * no network may still reach a desk on its own computer.
 */
export function whenOnline<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () => (globalThis.navigator?.onLine === false ? untilDeskAnswers().then(load) : load())
}

/** Resolves when the desk answers anything at all. */
export async function untilDeskAnswers(): Promise<void> {
  while (!(await answers())) await looking()
}

/** Asks for a file that the page has already: no page is drawn for it, and the service is not asked for anything. */
async function answers(): Promise<boolean> {
  const { src = window.location.href } = [...document.scripts].find(script => script.src !== '') ?? {}
  const answer = await fetch(src, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer !== null
}

/** The browser says when a network is back; it does not notice when the way to the desk is back. */
function looking(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(look, LOOK_MS)
    window.addEventListener('online', look)
    function look() {
      clearTimeout(timer)
      window.removeEventListener('online', look)
      resolve()
    }
  })
}
