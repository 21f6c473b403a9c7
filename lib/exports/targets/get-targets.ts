import 'server-only'
import { readFileSync } from 'node:fs'
import { DeskError } from '#lib/errors.ts'
import { getEnv, SettingsError } from '#lib/settings/env.ts'
import { toFileTrouble } from '#lib/settings/file-trouble.ts'
import { singleton } from '#lib/singleton.ts'
import { BUILT_IN_TARGETS } from './built-in-targets.ts'
import { FILES_BY_NUMBER } from './file-targets.ts'
import { parseTargetsFile } from './parse-targets-file.ts'
import type { Target } from './target.ts'

/** Returns the built-in targets and the operator's own, read once. Throws SettingsError for an invalid file. */
export function getTargets(): readonly Target[] {
  return singleton('export-targets', () => {
    const { exportTargetsFile } = getEnv()
    if (!exportTargetsFile) return BUILT_IN_TARGETS
    const own = parseTargetsFile(readText(exportTargetsFile), exportTargetsFile)
    const replaced = new Set(own.map(({ id }) => id))
    return [...own, ...BUILT_IN_TARGETS.filter(({ id }) => !replaced.has(id))]
  })
}

/** Null when the operator has removed or renamed the target. */
export function getTarget(id: string): Target | null {
  return getTargets().find(target => target.id === id) ?? null
}

/** Returns a target, or a stand-in for a removed one: plain files under its id, with any `known` properties. */
export function getTargetOrPlain(id: string, known: Partial<Target> = {}): Target {
  return getTarget(id) ?? { ...FILES_BY_NUMBER, id, name: { de: id, en: id }, ...known }
}

/** Throws `invalid` for an unknown target. */
export function requireTarget(id: string): Target {
  const target = getTarget(id)
  if (!target) throw new DeskError('invalid', { errors: { target: ['The desk knows no such target.'] } })
  return target
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsError(`EXPORT_TARGETS_FILE names a file that ${toFileTrouble(error)}: ${path}.`)
  }
}
