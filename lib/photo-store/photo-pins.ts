import 'server-only'
import { singleton } from '#lib/singleton.ts'

/** Whoever is told where a photo lies opens it, or pins it for longer, within moments. */
const LENT_MS = 60_000

/** Stored photos that somebody still needs, by path, with how many need them. They are never evicted. */
function getPins(): Map<string, number> {
  return singleton('photo-pins', () => new Map<string, number>())
}

/** Keeps a stored photo until the returned function is called. */
export function pinPhoto(path: string): () => void {
  const pins = getPins()
  pins.set(path, (pins.get(path) ?? 0) + 1)
  let released = false
  return () => {
    if (released) return
    released = true
    const left = (pins.get(path) ?? 1) - 1
    if (left > 0) pins.set(path, left)
    else pins.delete(path)
  }
}

/**
 * Keeps a photo for whoever is about to be told its path. Called before the look that finds it there: a sweep tests for
 * pins and removes in one go, so what is seen after this stays.
 */
export function lendPhoto(path: string): void {
  setTimeout(pinPhoto(path), LENT_MS).unref()
}

export function isPinned(path: string): boolean {
  return getPins().has(path)
}
