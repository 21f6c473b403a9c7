/**
 * `npm run pack`: makes the folder `dist`, a whole desk that needs Node and nothing else: the standalone server of Next, what
 * browsers load, and `cli/portrait-desk.mjs` with all commands. The image holds this folder, and so does a release.
 * See docs/decisions/038-a-packed-desk.md.
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
/** What Next copies besides is sources that nobody reads at run time. */
const OF_STANDALONE = ['.next', 'node_modules', 'package.json', 'server.js']
/** Machine code that these packages do without, compiled by the npm of one machine and not of another: a packed desk never has it. */
const COMPILED_HERE = /\/node_modules\/(?:ssh2|cpu-features)\/.*\.node$/

buildDesk()
rmSync(DIST, { recursive: true, force: true })
for (const name of OF_STANDALONE) copy(join(STANDALONE, name), name)
copy(join(ROOT, '.next', 'static'), '.next/static')
copy(join(ROOT, 'public'), 'public')
// Beside the code of the server lie the maps by which the log names a place in the sources.
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
 * What it is made of: for auditors as CycloneDX, and the licences in their own words, as they want to be handed on. In an image
 * `PACK_SYSTEM` names a file with what else is there.
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
  // A link stays as it is: made absolute, as it would be otherwise, it leads out of the folder.
  cpSync(from, join(DIST, to), {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => !COMPILED_HERE.test(path),
  })
}
