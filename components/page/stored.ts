'use client'

import { BASE_PATH } from '#lib/address/base-path.ts'

const PREFIX = `portrait-desk${BASE_PATH}:`

/**
 * Returns the storage name of a value. It contains the path of the desk: a browser keeps one storage for a whole
 * host.
 */
export function toStoredName(name: string): string {
  return PREFIX + name
}

/** Deletes stored values on sign-out: the next user of this computer finds no data of the last one. */
export function forgetStored(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name)
}
