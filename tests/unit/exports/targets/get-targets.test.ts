import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const OWN = {
  name: { de: 'Eigenes', en: 'Our own' },
  how: { de: 'Hochladen.', en: 'Upload it.' },
  naming: { template: '{email}' },
}

async function targetsWith(targets: object[] | null) {
  const path = join(createTempFolder(), 'targets.json')
  if (targets) writeFileSync(path, JSON.stringify({ targets }))
  applySettings(targets ? { EXPORT_TARGETS_FILE: path } : {})
  const { getTargets, requireTarget } = await import('#lib/exports/targets/get-targets.ts')
  return { ids: getTargets().map(({ id }) => id), requireTarget }
}

beforeEach(() => void vi.resetModules())

describe('the targets of a desk', () => {
  test('a desk has the built-in targets', async () => {
    const { ids, requireTarget } = await targetsWith(null)
    expect(ids.slice(0, 3)).toEqual(['number', 'name', 'microsoft-365'])
    expect(requireTarget('moodle').name.en).toBe('Moodle')
  })

  test('the operator’s targets come first, and one with a built-in id replaces the built-in one', async () => {
    const { ids, requireTarget } = await targetsWith([
      { ...OWN, id: 'intranet' },
      { ...OWN, id: 'moodle' },
    ])
    expect(ids.slice(0, 3)).toEqual(['intranet', 'moodle', 'number'])
    expect(ids.filter(id => id === 'moodle')).toHaveLength(1)
    expect(requireTarget('moodle').name.en).toBe('Our own')
  })

  test('a missing file of targets fails with the reason', async () => {
    applySettings({ EXPORT_TARGETS_FILE: '/nowhere/targets.json' })
    const { getTargets } = await import('#lib/exports/targets/get-targets.ts')
    expect(getTargets).toThrow('EXPORT_TARGETS_FILE names a file that is not there: /nowhere/targets.json.')
  })

  test('an unknown target is refused', async () => {
    const { requireTarget } = await targetsWith(null)
    expect(() => requireTarget('elsewhere')).toThrow(
      expect.objectContaining({ code: 'invalid', errors: { target: [expect.any(String)] } }),
    )
  })
})
