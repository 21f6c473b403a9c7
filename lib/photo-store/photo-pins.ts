import 'server-only'
import { utimes } from 'node:fs/promises'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { keepMark } from './verified-marks.ts'

/** Whoever is told where a photo lies opens it, or pins it for longer, within moments. */
const LENT_MS = 60_000
/** Desks that share a folder see of each other's pins that these files are used all the time. */
const TOUCH_EVERY_MS = 5 * 60_000
/** What was used so lately in a folder that is shared may be pinned by another desk. */
export const OTHERS_PIN_MS = 3 * TOUCH_EVERY_MS

/** Stored photos that somebody still needs, by path, with how many need them. They are never evicted. */
function getPins(): Map<string, number> {
  return singleton('photo-pins', () => new Map<string, number>())
}

/** Keeps a stored photo until the returned function is called. */
export function pinPhoto(path: string): () => void {
  const pins = getPins()
  pins.set(path, (pins.get(path) ?? 0) + 1)
  if (getEnv().photoStoreDir !== null) showPins(path)
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

function showPins(pinned: string): void {
  void touch(pinned)
  singleton('pins-shown', () => {
    const touchAll = () => {
      for (const path of getPins().keys()) void touch(path)
    }
    return setInterval(touchAll, TOUCH_EVERY_MS).unref()
  })
}

/**
 * Writes down as a photo's time that it is used now: by it the store decides what leaves first. One whose time is already of
 * the last minutes (`usedMs`) is left alone.
 */
export async function touch(path: string, usedMs = 0): Promise<void> {
  const now = new Date()
  if (Math.abs(now.getTime() - usedMs) < TOUCH_EVERY_MS) return
  await keepMark(path, () => utimes(path, now, now).catch(() => {}))
}

export function isPinned(path: string): boolean {
  return getPins().has(path)
}
