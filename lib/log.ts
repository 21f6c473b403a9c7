import { currentRequestId } from './request-context.ts'

/**
 * Characters that JSON leaves unescaped, but that a terminal or a log viewer treats as a line break or a change of
 * text direction.
 */
const INVISIBLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export type Level = 'info' | 'warn' | 'error'
export type Fields = Record<string, string | number | boolean | null | undefined>

/**
 * Writes one JSON line per event: errors to standard error, all others to standard output. Lines caused by a request
 * include its id, so the reference that a user reads out finds all of them. Fields are ids, codes and numbers: never
 * secrets, names or bodies.
 */
export function log(level: Level, event: string, fields: Fields = {}): void {
  const request = currentRequestId()
  const line = toLine({
    time: new Date().toISOString(),
    level,
    event,
    ...(request && { request }),
    ...fields,
  })
  if (level === 'error') console.error(line)
  else console.log(line)
}

function toLine(entry: Fields): string {
  return JSON.stringify(entry).replaceAll(
    INVISIBLE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
