import 'server-only'
import { type Fields, type Level, log } from './log.ts'
import { singleton } from './singleton.ts'

const WINDOW_MS = 60_000

type Kind = {
  /** Lines with the same level, event and these fields are of one kind. */
  kind: Fields
  /** Maximum number of lines of a kind per minute. */
  most: number
  /** Fields of this line only. */
  fields: Fields
}

type Held = { written: number; more: number; request: string | undefined; tell(): void }

/**
 * Writes the first lines of a kind within a minute. Further ones are only counted, and their number is logged (`more`)
 * at the end of the minute or when the desk stops. So clients cannot flood the log, and no omission goes unlogged.
 * Returns the reference under which the event is found: its own, or that of the last line of its kind.
 */
export function logSome(level: Level, event: string, { kind, most, fields }: Kind): string | undefined {
  const all = heldLines()
  const name = JSON.stringify([level, event, kind])
  const held = all.get(name) ?? open(name, () => log(level, event, { ...kind, more: held.more }))
  const request = typeof fields.request === 'string' ? fields.request : undefined
  if (held.written >= most) {
    held.more += 1
    return held.request
  }
  held.written += 1
  held.request = request
  log(level, event, { ...kind, ...fields })
  return request
}

/** Logs how many lines were held back until now, when the desk stops. */
export function logHeldLines(): void {
  const all = heldLines()
  for (const { more, tell } of all.values()) if (more > 0) tell()
  all.clear()
}

function open(name: string, tell: () => void): Held {
  const all = heldLines()
  const held: Held = { written: 0, more: 0, request: undefined, tell }
  all.set(name, held)
  setTimeout(() => {
    if (all.get(name) !== held) return
    all.delete(name)
    if (held.more > 0) tell()
  }, WINDOW_MS).unref()
  return held
}

function heldLines(): Map<string, Held> {
  return singleton('held-lines', () => new Map<string, Held>())
}
