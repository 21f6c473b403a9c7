import { createStore } from './store.ts'

/** The path of the page that somebody is on the way to, until it is there. */
export const awaitedPage = createStore<string | null>(null)

/** A navigation of Next's begins. It does not say so itself, and without network it never ends. */
export function awaitPage(href: string): void {
  awaitedPage.set(new URL(href, 'http://desk').pathname)
}
