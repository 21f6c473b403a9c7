'use client'

import { useSyncExternalStore } from 'react'
import type { z } from 'zod/mini'
import { createListeners } from '#components/ui/browser/store.ts'
import { toStoredName } from './stored.ts'

type SessionValue<Value> = {
  get: () => Value
  set: (update: (value: Value) => Value) => void
  use: () => Value
}

/**
 * A value that this tab keeps across reloads and forgets when it closes or the user signs out. A stored value that
 * does not fit the schema (an older desk wrote it) counts as absent. The server renders the empty value.
 */
export function createSessionValue<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  empty: z.output<Schema>,
): SessionValue<z.output<Schema>> {
  type Value = z.output<Schema>
  const stored = toStoredName(name)
  const { subscribe, tell } = createListeners()
  let held: { raw: string | null; value: Value } = { raw: null, value: empty }

  function get(): Value {
    const raw = sessionStorage.getItem(stored)
    if (raw !== held.raw) held = { raw, value: raw === null ? empty : parse(raw) }
    return held.value
  }

  function parse(raw: string): Value {
    const parsed = schema.safeParse(toJson(raw))
    return parsed.success ? parsed.data : empty
  }

  function set(update: (value: Value) => Value): void {
    const value = update(get())
    const raw = JSON.stringify(value)
    sessionStorage.setItem(stored, raw)
    held = { raw, value }
    tell()
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => empty) }
}

function toJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
