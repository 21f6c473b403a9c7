import 'server-only'
import { utimes } from 'node:fs/promises'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { keepMark } from './verified-marks.ts'

/** Milliseconds for which a found photo is pinned; its caller opens it, or pins it for longer, within moments. */
const LENT_MS = 60_000
/** Interval of updating the times of pinned files, which shows other desks of a shared folder that they are in use. */
const TOUCH_EVERY_MS = 5 * 60_000
/** In a shared folder, a file used within this time may be pinned by another desk. */
export const OTHERS_PIN_MS = 3 * TOUCH_EVERY_MS

/** Pinned photos by path, with their number of pins. They are never evicted. */
function getPins(): Map<string, number> {
  return singleton('photo-pins', () => new Map<string, number>())
}

/** Pins a stored photo until the returned function is called. */
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
 * Pins a photo for a caller that is about to receive its path. Must be called before checking that the file exists: a
 * sweep checks pins and deletes without a pause, so a file found after this call stays.
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
 * Sets a photo's time to now; the store evicts photos by that time. Does nothing when its time (`usedMs`) is only
 * minutes old.
 */
export async function touch(path: string, usedMs = 0): Promise<void> {
  const now = new Date()
  if (Math.abs(now.getTime() - usedMs) < TOUCH_EVERY_MS) return
  await keepMark(path, () => utimes(path, now, now).catch(() => {}))
}

export function isPinned(path: string): boolean {
  return getPins().has(path)
}
