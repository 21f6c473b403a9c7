'use client'

import { BASE_PATH } from '#lib/address/base-path.ts'

const PREFIX = `portrait-desk${BASE_PATH}:`

/** The name of something that a browser keeps. It has the path of the desk in it: a browser keeps one storage for a whole host. */
export function toStoredName(name: string): string {
  return PREFIX + name
}

/** For who leaves: the next person at this computer finds nothing of the last one. */
export function forgetStored(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name)
}
