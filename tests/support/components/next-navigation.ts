/**
 * Replaces `next/navigation` with the browser's own history. As with Next, `pushState` and `replaceState` reach the
 * hooks a moment later and in a transition, and a pushed page starts at its top.
 */
import { startTransition, useMemo, useSyncExternalStore } from 'react'

class NotFound extends Error {}

const listeners = new Set<() => void>()
const refreshers = new Set<() => void>()

for (const name of ['pushState', 'replaceState'] as const) {
  const change = history[name].bind(history)
  history[name] = (...entry) => {
    change(...entry)
    queueMicrotask(publish)
  }
}
window.addEventListener('popstate', publish)

function publish(): void {
  startTransition(() => {
    for (const listener of listeners) listener()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

export function useSearchParams(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => location.search)
  return useMemo(() => new URLSearchParams(search), [search])
}

const router = {
  push: (href: string) => goTo(href, 'pushState'),
  replace: (href: string) => goTo(href, 'replaceState'),
  back: () => history.back(),
  forward: () => history.forward(),
  prefetch: () => {},
  refresh: () => {
    for (const refresh of refreshers) refresh()
  },
}

export function useRouter(): typeof router {
  return router
}

/** Calls `refresh` when a component asks Next to render its page again. Returns a function that stops this. */
export function onRefresh(refresh: () => void): () => void {
  refreshers.add(refresh)
  return () => void refreshers.delete(refresh)
}

export function notFound(): never {
  throw new NotFound('This address has no page.')
}

function goTo(href: string, how: 'pushState' | 'replaceState'): void {
  history[how](null, '', href)
  window.scrollTo(0, 0)
}
