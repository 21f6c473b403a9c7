import 'server-only'
import { z } from 'zod'
import { SettingsError } from '#lib/env.ts'
import { type Target, targetSchema } from './target.ts'

const fileSchema = z.strictObject({ targets: z.array(targetSchema).min(1) })

/** An operator's targets from the text of `EXPORT_TARGETS_FILE`. Throws SettingsError that names the wrong field. */
export function parseTargetsFile(text: string | null): Target[] {
  if (text === null) throw new SettingsError('EXPORT_TARGETS_FILE names a file that cannot be read.')
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.map(String).join('.') || 'the file'
    throw new SettingsError(`EXPORT_TARGETS_FILE: ${field}: ${issue?.message ?? 'is wrong'}`)
  }
  const { targets } = parsed.data
  const twice = targets.find(({ id }, index) => targets.findIndex(other => other.id === id) !== index)
  if (twice) throw new SettingsError(`EXPORT_TARGETS_FILE: two targets have the id "${twice.id}".`)
  return targets
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw new SettingsError(`EXPORT_TARGETS_FILE is no JSON: ${reason}.`)
  }
}
