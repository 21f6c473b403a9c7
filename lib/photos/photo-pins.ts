import 'server-only'
import { singleton } from '#lib/singleton.ts'

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

export function isPinned(path: string): boolean {
  return getPins().has(path)
}
