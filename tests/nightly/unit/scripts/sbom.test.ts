import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { listInside, toSbom } from '#scripts/pack/sbom.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const namesOf = (inside: Set<string>) => new Set(Array.from(inside, one => one.replace(/@[^@]+$/, '')))

/** Creates a packed desk with these packages. */
function createDist(...names: string[]): string {
  const dist = createTempFolder()
  for (const name of names) {
    const folder = join(dist, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
  }
  return dist
}

test('the bundled and the copied packages are in the desk, those that only build it are not', () => {
  const names = namesOf(listInside('.', createDist('next', 'sharp', 'ssh2', 'ssh2-sftp-client', 'asn1')))
  const { '@tailwindcss/postcss': _, ...bundled } = packageJson.dependencies
  for (const name of Object.keys(bundled)) expect(names).toContain(name)
  for (const name of ['ssh2', 'asn1', 'openid-client', 'inter-ui', '@tanstack/query-core'])
    expect(names).toContain(name)
  for (const name of [
    'vitest',
    'lightningcss',
    '@next/swc-linux-x64-gnu',
    '@tailwindcss/oxide',
    'caniuse-lite',
  ])
    expect(names).not.toContain(name)
})

test('the SBOM lists exactly the packages of the desk and its system', () => {
  const { stdout } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const inside = listInside('.', createDist('next', 'sharp', 'ssh2', 'ssh2-sftp-client'))
  const bom = JSON.parse(toSbom(stdout, { inside, system: 'libc6 2.36-9+deb12u9 amd64\nnode v24.1.0\n' }))
  expect(bom.metadata.component.name).toBe('portrait-desk')
  const purls = bom.components.map(({ purl }: { purl: string }) => purl)
  expect(purls).toContain(`pkg:deb/debian/libc6@2.36-9%2Bdeb12u9?arch=amd64`)
  expect(purls).toContain('pkg:generic/node@v24.1.0')
  expect(bom.components).toHaveLength(inside.size + 2)
  const refs = [bom.metadata.component, ...bom.components].map(one => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { ref, dependsOn } of bom.dependencies)
    for (const one of [ref, ...dependsOn]) expect(refs).toContain(one)
})

test('a package unknown to npm stops the packing', () => {
  const list = JSON.stringify({
    metadata: { component: { 'bom-ref': 'x@1', name: 'x', version: '1' } },
    components: [],
    dependencies: [],
  })
  expect(() => toSbom(list, { inside: new Set(['ssh2@1.17.0']) })).toThrow('ssh2@1.17.0')
})
