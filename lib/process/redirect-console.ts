import { stripVTControlCharacters } from 'node:util'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

type Write = (...parts: unknown[]) => void

const WORDS_MAX = 200

/**
 * Writes console output of the framework and its libraries as lines of our log. An error is logged by its name and
 * place only, because its text may contain anything; other text is logged without control characters.
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

/** True for a line of `log`, which writes one string with a whole event. */
function isOwnLine([line, ...others]: unknown[]): boolean {
  return others.length === 0 && typeof line === 'string' && line.startsWith('{"time":"')
}

function isBlank(part: unknown): boolean {
  return typeof part === 'string' && part.trim() === ''
}

/** Text beside an error is dropped, because it may repeat the error's message. */
function toFields(parts: unknown[]): { error: string } | { words: string } {
  const error = parts.find(part => part instanceof Error)
  if (error) return { ...describeError(error) }
  const words = parts.map(part => (typeof part === 'string' ? part : typeof part)).join(' ')
  return { words: stripVTControlCharacters(words).trim().slice(0, WORDS_MAX) }
}
