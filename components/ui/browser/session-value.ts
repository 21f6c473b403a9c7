'use client'

import { useSyncExternalStore } from 'react'
import type { z } from 'zod/mini'
import { createListeners } from './store.ts'

const PREFIX = 'portrait-desk:'
const OWNER = `${PREFIX}of`

type SessionValue<Value> = {
  get: () => Value
  set: (update: (value: Value) => Value) => void
  use: () => Value
  /** Settles when what is stored can be read, for who cannot draw without it. */
  load: () => Promise<void>
}

/**
 * A value that this tab remembers over reloads and forgets when it closes, its person signs out or another one signs in. What does not fit
 * the schema (an older desk wrote it) counts as absent. The server renders the empty value, and so does a browser
 * until the schema is there, which it loads only when something is stored.
 */
export function createSessionValue<Schema extends z.ZodMiniType>(
  name: string,
  loadSchema: () => Promise<Schema>,
  empty: z.output<Schema>,
): SessionValue<z.output<Schema>> {
  type Value = z.output<Schema>
  const { subscribe, tell } = createListeners()
  let held: { raw: string | null; value: Value } = { raw: null, value: empty }
  let schema: Schema | undefined
  let loading: Promise<void> | undefined

  function get(): Value {
    const raw = sessionStorage.getItem(PREFIX + name)
    if (raw === held.raw) return held.value
    if (raw !== null && !schema) {
      load()
      return empty
    }
    held = { raw, value: raw === null ? empty : parse(raw) }
    return held.value
  }

  function load(): Promise<void> {
    loading ??= loadSchema().then(
      loaded => {
        schema = loaded
        tell()
      },
      () => {
        loading = undefined
      },
    )
    return loading
  }

  async function loadStored(): Promise<void> {
    if (typeof sessionStorage === 'undefined' || schema) return
    if (sessionStorage.getItem(PREFIX + name) !== null) await load()
  }

  function parse(raw: string): Value {
    const parsed = schema?.safeParse(toJson(raw))
    return parsed?.success ? parsed.data : empty
  }

  /** What is stored already must be known before it can be changed. */
  function set(update: (value: Value) => Value): void {
    const raw = sessionStorage.getItem(PREFIX + name)
    if (raw !== null && raw !== held.raw && !schema) {
      load().then(() => schema && set(update))
      return
    }
    const value = update(get())
    const changed = JSON.stringify(value)
    sessionStorage.setItem(PREFIX + name, changed)
    held = { raw: changed, value }
    tell()
  }

  return { get, set, load: loadStored, use: () => useSyncExternalStore(subscribe, get, () => empty) }
}

/** For signing out: the next person at this computer finds nothing of the last one. */
export function forgetSessionValues(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}

/** For whoever is signed in: of somebody else, whose session has ended by itself, they find nothing either. */
export function keepSessionValuesOf(account: string): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner !== null && owner !== account) forgetSessionValues()
  sessionStorage.setItem(OWNER, account)
}

function toJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
