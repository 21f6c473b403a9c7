'use client'

import { useSyncExternalStore } from 'react'
import type { z } from 'zod/mini'

const PREFIX = 'portrait-desk:'

export type SessionValue<Value> = {
  get: () => Value
  set: (update: (value: Value) => Value) => void
  use: () => Value
}

/**
 * A value that this tab remembers over reloads and forgets when it closes or its person signs out. What does not fit
 * the schema (an older desk wrote it) counts as absent. The server renders the empty value.
 */
export function createSessionValue<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  empty: z.output<Schema>,
): SessionValue<z.output<Schema>> {
  const listeners = new Set<() => void>()
  let held: { raw: string | null; value: z.output<Schema> } = { raw: null, value: empty }

  function get(): z.output<Schema> {
    const raw = sessionStorage.getItem(PREFIX + name)
    if (raw !== held.raw) held = { raw, value: raw === null ? empty : parse(raw) }
    return held.value
  }

  function parse(raw: string): z.output<Schema> {
    try {
      return schema.parse(JSON.parse(raw))
    } catch {
      return empty
    }
  }

  function set(update: (value: z.output<Schema>) => z.output<Schema>): void {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(update(get())))
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => empty) }
}

/** For signing out: the next person at this computer finds nothing of the last one. */
export function forgetSessionValues(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}
