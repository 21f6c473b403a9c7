import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The parts of an error that may be logged: no names and no bodies, but where to look. */
type ErrorDescription = {
  /**
   * Name, codes, and for our own errors the message; then the same of its causes: `DeskError internal < Error ENOSPC`.
   */
  error: string
  /** Place in our sources where it was thrown, and its callers: `lib/a.ts:12 < lib/b.ts:30`. */
  at?: string
}

const CAUSES_MAX = 3
const PLACES_MAX = 6
const MESSAGE_MAX = 200
const RESOLVED_MAX = 500
const OUR_SOURCES = /^(?:app|components|lib|sandbox|scripts|instrumentation)[/.]/
const FRAME = /^ +at (?:.*\()?(?:(file:\/\/[^)]+|\/[^):]+):(\d+):(\d+))\)?$/
/** Codes of the operating system, of SQLite and of the desk, each a single word or number. */
const CODES = ['code', 'errcode', 'syscall'] as const

/** Cache of places in the build and their places in the sources, so that a repeated error is not resolved again. */
const resolved = new Map<string, string>()

/**
 * Describes an error for the log. The message of a library's error is left out, because it may contain anything; only
 * messages thrown in our sources are logged. Reads the source map of the place if there is one. The maps are beside the
 * code on the server, and browsers cannot load them.
 */
export function describeError(thrown: unknown): ErrorDescription {
  if (!(thrown instanceof Error)) return { error: 'not an error' }
  const chain: Error[] = []
  for (let one: unknown = thrown; one instanceof Error && chain.length < CAUSES_MAX; one = one.cause)
    if (!chain.includes(one)) chain.push(one)
    else break
  const places = chain.map(toPlaces)
  // The innermost cause shows where the error began; the outer errors show what was being done.
  const at = places.findLast(known => known.length > 0)
  return {
    error: chain.map((error, index) => toWords(error, places[index] ?? [])).join(' < '),
    ...(at && { at: at.join(' < ') }),
  }
}

/** Returns the code of a failure or of its cause, such as `ECONNREFUSED`; its message may contain private data. */
export function toErrorCode(thrown: unknown): string {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && /^[A-Z_\d]+$/.test(String(cause.code))) return String(cause.code)
  return thrown instanceof Error ? thrown.name : 'unknown'
}

function toWords(error: Error, [first]: string[]): string {
  const codes = CODES.flatMap(name => {
    const value: unknown = Reflect.get(error, name)
    return (typeof value === 'string' && /^\w+$/.test(value)) || typeof value === 'number' ? [value] : []
  })
  const isOurs = error.name === 'Error' && codes.length === 0 && first && OUR_SOURCES.test(first)
  const words = [error.name, ...codes].join(' ')
  return isOurs && error.message ? `${words}: ${error.message.slice(0, MESSAGE_MAX)}` : words
}

/** Places from the innermost outwards: our sources, and always the first place; only the innermost of each file. */
function toPlaces(error: Error): string[] {
  const frames = frameLines(error).flatMap(line => {
    const [, file, row, column] = FRAME.exec(line) ?? []
    if (!file || !row || !column) return []
    return [toSource(file.startsWith('file:') ? fileURLToPath(file) : file, Number(row), Number(column))]
  })
  const ours = frames.filter((place, index) => index === 0 || OUR_SOURCES.test(place))
  const files = ours.map(place => place.replace(/:\d+$/, ''))
  return ours.filter((_, index) => files.indexOf(files[index] ?? '') === index).slice(0, PLACES_MAX)
}

/** Skips the message, which comes first in the stack and may look like a frame. */
function frameLines({ stack = '', message }: Error): string[] {
  const begin = message ? stack.indexOf(message) + message.length : 0
  return stack.slice(Math.max(0, begin)).split('\n')
}

function toSource(file: string, row: number, column: number): string {
  const place = `${file}:${row}:${column}`
  const known = resolved.get(place) ?? readSource(file, row, column)
  if (resolved.size >= RESOLVED_MAX) resolved.clear()
  resolved.set(place, known)
  return known
}

function readSource(file: string, row: number, column: number): string {
  const toOurs = (path: string, line: number) => `${relative(process.cwd(), path)}:${line}`
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    const entry = map.findEntry(row - 1, column - 1)
    if ('originalSource' in entry)
      return toOurs(resolve(dirname(file), entry.originalSource), entry.originalLine + 1)
  } catch {
    // Without a readable map, the place in the build is used.
  }
  return toOurs(file, row)
}
