/**
 * `npm run pack`: makes the folder `dist`, a complete desk that needs Node alone: the standalone server of Next, the
 * files for browsers, and `cli/portrait-desk.mjs` with all commands. The image and a release contain this folder. See
 * docs/decisions/038-a-packed-desk.md.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settleBuild } from '../base-path.ts'
import { binary, fail, NODE_READS_CONFIG, ROOT } from '../setup.mjs'
import { bundleCommands } from './bundle-commands.ts'
import { toLicenceTexts } from './licence-texts.ts'
import { listInside, toSbom } from './sbom.ts'

const DIST = join(ROOT, 'dist')
const STANDALONE = join(ROOT, '.next', 'standalone')
/** Next also copies sources, which the server does not read. */
const OF_STANDALONE = ['.next', 'node_modules', 'package.json', 'server.js']
/** Optional machine code of these packages, compiled by npm on some machines only. A packed desk never contains it. */
const COMPILED_HERE = /\/node_modules\/(?:ssh2|cpu-features)\/.*\.node$/

buildDesk()
rmSync(DIST, { recursive: true, force: true })
for (const name of OF_STANDALONE) copy(join(STANDALONE, name), name)
copy(join(ROOT, '.next', 'static'), '.next/static')
copy(join(ROOT, 'public'), 'public')
// The source maps beside the server code, by which the log names a place in the sources.
for (const map of globSync('server/**/*.map', { cwd: join(STANDALONE, '.next') }))
  copy(join(ROOT, '.next', map), join('.next', map))
settleBuild(DIST)
await bundleCommands(ROOT, {
  sources: { 'portrait-desk': join(ROOT, 'scripts/cli/portrait-desk.ts') },
  dir: join(DIST, 'cli'),
})
chmodSync(join(DIST, 'cli', 'portrait-desk.mjs'), 0o755)
writeOrigins()
console.log('dist holds the desk: node dist/cli/portrait-desk.mjs start')

function buildDesk(): void {
  const env = { ...process.env, DESK_PACK: '1', NODE_ENV: 'production' as const }
  const { status } = spawnSync(process.execPath, [binary('next'), 'build', NODE_READS_CONFIG], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) fail('The desk could not be built.')
}

/**
 * Writes a CycloneDX list for auditors, and the licence texts, as the licences demand. In an image, `PACK_SYSTEM` names
 * a file with the other contents.
 */
function writeOrigins(): void {
  const list = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (list.status !== 0) fail(`npm could not list the packages: ${list.stderr}`)
  const { PACK_SYSTEM } = process.env
  const system = PACK_SYSTEM && readFileSync(PACK_SYSTEM, 'utf8')
  const sbom = toSbom(list.stdout, { inside: listInside(ROOT, DIST), system })
  writeFileSync(join(DIST, 'sbom.cdx.json'), sbom)
  writeFileSync(join(DIST, 'LICENCES.txt'), toLicenceTexts(ROOT))
}

function copy(from: string, to: string): void {
  // Keeps links relative. By default they become absolute, and lead out of the folder.
  cpSync(from, join(DIST, to), {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => !COMPILED_HERE.test(path),
  })
}
