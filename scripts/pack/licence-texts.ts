import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import licences from '#lib/about/licences.json' with { type: 'json' }

/** The licence texts of all packages in the product, from their folders in `node_modules` under `root`. */
export function toLicenceTexts(root: string): string {
  const texts = licences.map(({ name, version, licence }) => {
    const folder = join(root, 'node_modules', name)
    const files = existsSync(folder)
      ? globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*', { cwd: folder }).sort()
      : []
    const words = files.map(file => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version}: ${licence}`, ...words].join('\n\n')
  })
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
