import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTempFolder } from './temp-folder.ts'

/** A receiving system of the operator, in a file that the settings name; `without` names a file without that system. */
export function ownTarget(id: string): Record<'settings' | 'without', { EXPORT_TARGETS_FILE: string }> {
  const words = { de: 'Unser System', en: 'Our system' }
  const target = {
    id,
    name: words,
    how: words,
    naming: { template: '{mitarbeiternummer}' },
    overrides: ['naming', 'size'],
  }
  const write = (name: string, targets: object[]) => {
    const path = join(createTempFolder(), name)
    writeFileSync(path, JSON.stringify({ targets }))
    return { EXPORT_TARGETS_FILE: path }
  }
  return {
    settings: write('with.json', [target]),
    without: write('without.json', [{ ...target, id: 'another-one' }]),
  }
}
