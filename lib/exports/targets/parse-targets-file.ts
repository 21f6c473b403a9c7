import 'server-only'
import { z } from 'zod'
import { SettingsError } from '#lib/settings/env.ts'
import { type Target, targetSchema } from './target.ts'

const fileSchema = z.strictObject({ targets: z.array(targetSchema).min(1) })

/**
 * Parses an operator's targets from the text of `EXPORT_TARGETS_FILE` at `path`. Throws SettingsError with the file and
 * the invalid field, or with line and column of a JSON syntax error.
 */
export function parseTargetsFile(text: string, path: string): Target[] {
  const parsed = fileSchema.safeParse(parseJson(text.replace(/^\ufeff/, ''), path))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.map(String).join('.') || 'the file'
    throw new SettingsError(`EXPORT_TARGETS_FILE: ${path}: ${field}: ${issue?.message ?? 'is wrong'}`)
  }
  const { targets } = parsed.data
  const twice = targets.find(({ id }, index) => targets.findIndex(other => other.id === id) !== index)
  if (twice) throw new SettingsError(`EXPORT_TARGETS_FILE: ${path}: two targets have the id "${twice.id}".`)
  return targets
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.slice(0, findPlace(text, String(error))).split('\n')
    const column = (lines.at(-1)?.length ?? 0) + 1
    throw new SettingsError(
      `EXPORT_TARGETS_FILE: ${path}: line ${lines.length}, column ${column}: this is no JSON.`,
    )
  }
}

/**
 * Finds the first character that breaks the JSON. Node reports its position, except for an unexpected token. Then it is
 * the last character of the shortest prefix with such an error.
 */
function findPlace(text: string, message: string): number {
  const told = /at position (\d+)/.exec(message)
  if (told) return Number(told[1])
  let [fine, broken] = [0, text.length]
  while (hasUnexpectedToken(text) && broken - fine > 1) {
    const middle = Math.floor((fine + broken) / 2)
    if (hasUnexpectedToken(text.slice(0, middle))) broken = middle
    else fine = middle
  }
  return hasUnexpectedToken(text) ? broken - 1 : text.length
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return String(error).includes('Unexpected token')
  }
}
