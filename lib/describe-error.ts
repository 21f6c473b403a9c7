import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the log may hold of an error: no names, no bodies, and yet where to look. */
type ErrorDescription = {
  /** Name, codes, and of our own errors the message; then the same of its causes: `DeskError internal < Error ENOSPC`. */
  error: string
  /** Where it was thrown and by whom that was called, in our sources: `lib/a.ts:12 < lib/b.ts:30`. */
  at?: string
}

const CAUSES_MAX = 3
const PLACES_MAX = 6
const MESSAGE_MAX = 200
const RESOLVED_MAX = 500
const OUR_SOURCES = /^(?:app|components|lib|sandbox|scripts|instrumentation)[/.]/
const FRAME = /^ +at (?:.*\()?(?:(file:\/\/[^)]+|\/[^):]+):(\d+):(\d+))\)?$/
/** Facts of the operating system, of SQLite and of ourselves; each is a word or a number by its origin. */
const CODES = ['code', 'errcode', 'syscall'] as const

/** Places of the build and what they are in the sources; an error that comes again is not looked up again. */
const resolved = new Map<string, string>()

/**
 * An error for the log. The text of a library's error stays out, because it may hold anything; that of an error that our
 * sources have thrown was written by us. Reads the source map of the place when there is one: they lie beside the code on the
 * server, and no browser gets any.
 */
export function describeError(thrown: unknown): ErrorDescription {
  if (!(thrown instanceof Error)) return { error: 'not an error' }
  const chain: Error[] = []
  for (let one: unknown = thrown; one instanceof Error && chain.length < CAUSES_MAX; one = one.cause)
    if (!chain.includes(one)) chain.push(one)
    else break
  const places = chain.map(toPlaces)
  // The cause knows best where it began; the error around it, what was being done.
  const at = places.findLast(known => known.length > 0)
  return {
    error: chain.map((error, index) => toWords(error, places[index] ?? [])).join(' < '),
    ...(at && { at: at.join(' < ') }),
  }
}

/** The code of a failure or of what caused it, such as `ECONNREFUSED`: its message could hold what nobody shall read. */
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

/** From the innermost outwards: what is ours, and the first place whatever it is; of each file the innermost. */
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

/** The message stands first in the stack and may look like one. */
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
    // Without a map, or with one that cannot be read, the place in the build has to do.
  }
  return toOurs(file, row)
}
