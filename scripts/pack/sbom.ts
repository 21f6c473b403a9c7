import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Makes the style sheet but is no part of it; text of `tailwindcss` is. */
const OF_THE_BUILD = '@tailwindcss/postcss'
/** A development package whose glyphs are in the product. */
const FONT = 'inter-ui'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
type Lock = z.infer<typeof lockSchema>

const nameSchema = z.object({ name: z.string(), version: z.string() })
const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  scope: z.string().optional(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})
const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

/**
 * Turns npm's list of everything installed (`npm sbom`, CycloneDX) into a list of the packed desk and its image.
 * `system` has a line of name, version and architecture for each package of Debian, and Node's version.
 */
export function toSbom(
  npmList: string,
  { inside, system = '' }: { inside: ReadonlySet<string>; system?: string | undefined },
): string {
  const bom = bomSchema.parse(JSON.parse(npmList))
  const { component } = bom.metadata
  // npm uses the name of the folder.
  component.name = 'portrait-desk'
  const components = bom.components
    .filter(({ name, version }) => inside.has(`${name}@${version}`))
    // Some packages are also used by tests, which says nothing about the desk.
    .map(one => ({
      ...one,
      scope: 'required',
      properties: one.properties.filter(({ name }) => !/development|optional/.test(name)),
    }))
  const listed = new Set(components.map(one => one['bom-ref']))
  const missing = [...inside].filter(name => !listed.has(name))
  if (missing.length > 0) throw new Error(`npm does not list what is in the desk: ${missing.join(', ')}`)
  const refs = new Set([component['bom-ref'], ...listed])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(one => refs.has(one)) }))
  return `${JSON.stringify({ ...bom, components: [...components, ...toSystem(system)], dependencies }, null, 2)}\n`
}

function toSystem(system: string) {
  const lines = system.split('\n').flatMap(line => (line.trim() ? [line.trim().split(' ')] : []))
  return lines.map(([name = '', version = '', architecture = '']) => {
    const place = architecture === '' ? `generic/${name}` : `deb/debian/${name}`
    const purl = `pkg:${place}@${encodeURIComponent(version)}${architecture && `?arch=${architecture}`}`
    return { 'bom-ref': purl, type: architecture === '' ? 'platform' : 'library', name, version, purl }
  })
}

/**
 * `name@version` of each package in the desk: the packages in its `node_modules`, and the bundled ones, which are those
 * of `package.json` with all their dependencies. Dependencies of a package in `node_modules` are there, too.
 */
export function listInside(root: string, dist: string): Set<string> {
  const lock = lockSchema.parse(readJson(join(root, 'package-lock.json')))
  const { dependencies = {} } = lock.packages[''] ?? {}
  const inside = new Set(listLying(dist))
  const walk = (names: string[], from: string): void => {
    for (const name of names) {
      const at = findPackage(lock, name, from)
      const { version = '', dependencies = {} } = lock.packages[at] ?? {}
      const known = `${name}@${version}`
      if (at === '' || inside.has(known)) continue
      inside.add(known)
      walk(Object.keys(dependencies), at)
    }
  }
  walk([...Object.keys(dependencies).filter(name => name !== OF_THE_BUILD), FONT], '')
  return inside
}

function listLying(dist: string): string[] {
  return globSync('node_modules/**/package.json', { cwd: dist }).flatMap(path => {
    // Folders within packages have such files too, without a name or with another one.
    const folder = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1]
    const { data } = nameSchema.safeParse(readJson(join(dist, path)))
    return folder && data?.name === folder ? [`${data.name}@${data.version}`] : []
  })
}

/** Node's own resolution: the nearest folder above. Empty when it is not installed, as an optional package may be. */
function findPackage({ packages }: Lock, name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return ''
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
