import { stripVTControlCharacters } from 'node:util'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

type Write = (...parts: unknown[]) => void

const WORDS_MAX = 200

/**
 * What the framework and its libraries write to the console comes out as one line of our log: an error by its name and
 * place only, because its text may hold anything, and words without control characters.
 */
export function redirectConsole(): void {
  for (const [method, level] of [
    ['debug', 'info'],
    ['log', 'info'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
  ] as const) {
    const write: Write = console[method].bind(console)
    console[method] = (...parts: unknown[]) => {
      if (isOwnLine(parts)) write(...parts)
      else if (parts.some(part => !isBlank(part))) log(level, 'console', toFields(parts))
    }
  }
}

/** `log` writes one string that is a whole event. */
function isOwnLine([line, ...others]: unknown[]): boolean {
  return others.length === 0 && typeof line === 'string' && line.startsWith('{"time":"')
}

function isBlank(part: unknown): boolean {
  return typeof part === 'string' && part.trim() === ''
}

/** Words beside an error may repeat its text. */
function toFields(parts: unknown[]): { error: string } | { words: string } {
  const error = parts.find(part => part instanceof Error)
  if (error) return { ...describeError(error) }
  const words = parts.map(part => (typeof part === 'string' ? part : typeof part)).join(' ')
  return { words: stripVTControlCharacters(words).trim().slice(0, WORDS_MAX) }
}
