import { createStore } from './store.ts'

/** Path of the page that is loading after a navigation; null when no navigation is running. */
export const awaitedPage = createStore<string | null>(null)

/** Records the start of a navigation. Next.js does not report it, and without network it never ends. */
export function awaitPage(href: string): void {
  awaitedPage.set(new URL(href, 'http://desk').pathname)
}
