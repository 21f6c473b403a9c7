/**
 * `npm run licences`: writes lib/about/licences.json, the packages of the product with their licences from the
 * lockfile. Packages for tests and development are left out; of packages with machine code it lists those for Linux.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Licence } from '#lib/about/about.ts'
import { ROOT } from './setup.mjs'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
})

/** Packages with their licence in an old field (`licenses`), which lockfiles do not copy. */
const NAMED_OTHERWISE: Record<string, string> = { buildcheck: 'MIT', 'cpu-features': 'MIT', ssh2: 'MIT' }

/** A development package whose glyphs are in the product. */
const IN_THE_PRODUCT = ['inter-ui']

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(ROOT, 'lib/about/licences.json'), `${JSON.stringify(listLicences(), null, 2)}\n`)

/** Sorted by name; a package with two versions has two lines. */
export function listLicences(): Licence[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const licences = Object.entries(packages).flatMap(([path, one]) => {
    const name = /.*node_modules\/(.+)$/.exec(path)?.[1]
    const { version, license, dev, devOptional, os = ['linux'], cpu = ['x64'] } = one
    if (!name || !version) return []
    if ((dev || devOptional) && !IN_THE_PRODUCT.includes(name)) return []
    if (!os.includes('linux') || !cpu.includes('x64') || name.includes('musl')) return []
    return [{ name, version, licence: license ?? NAMED_OTHERWISE[name] ?? 'unknown' }]
  })
  const unique = new Map(licences.map(one => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
