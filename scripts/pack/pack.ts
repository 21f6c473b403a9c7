/**
 * `npm run pack`: makes the folder `dist`, a whole desk that needs Node and nothing else: the standalone server of Next, what
 * browsers load, and `cli/portrait-desk.mjs` with all commands. The image holds this folder, and so does a release.
 * See docs/decisions/038-a-packed-desk.md.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { settleBuild } from '../base-path.ts'
import { binary, fail, ROOT } from '../setup.mjs'
import { toLicenceTexts } from './licence-texts.ts'

const DIST = join(ROOT, 'dist')
const STANDALONE = join(ROOT, '.next', 'standalone')
/** What Next copies besides is sources that nobody reads at run time. */
const OF_STANDALONE = ['.next', 'node_modules', 'package.json', 'server.js']
/** Found by its own name, and not through a shell: signals reach it. */
const FIRST_LINE = '#!/usr/bin/env -S node --disable-warning=ExperimentalWarning'

buildDesk()
rmSync(DIST, { recursive: true, force: true })
for (const name of OF_STANDALONE) copy(join(STANDALONE, name), name)
copy(join(ROOT, '.next', 'static'), '.next/static')
copy(join(ROOT, 'public'), 'public')
// Beside the code of the server lie the maps by which the log names a place in the sources.
for (const map of globSync('server/**/*.map', { cwd: join(STANDALONE, '.next') }))
  copy(join(ROOT, '.next', map), join('.next', map))
await settleBuild(DIST)
await bundleCommands()
writeOrigins()
console.log('dist holds the desk: node dist/cli/portrait-desk.mjs start')

function buildDesk(): void {
  const env = { ...process.env, DESK_PACK: '1', NODE_ENV: 'production' as const }
  const { status } = spawnSync(process.execPath, [binary('next'), 'build'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) fail('The desk could not be built.')
}

/** What it is made of: for auditors as CycloneDX, and the licences in their own words, as they want to be handed on. */
function writeOrigins(): void {
  const sbom = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'],
    { cwd: ROOT, encoding: 'utf8' },
  )
  if (sbom.status !== 0) fail(`npm could not list the packages: ${sbom.stderr}`)
  writeFileSync(join(DIST, 'sbom.cdx.json'), sbom.stdout)
  writeFileSync(join(DIST, 'LICENCES.txt'), toLicenceTexts(ROOT))
}

function copy(from: string, to: string): void {
  // A link stays as it is: made absolute, as it would be otherwise, it leads out of the folder.
  cpSync(from, join(DIST, to), { recursive: true, verbatimSymlinks: true })
}

/** What stays where Next has put it: sharp, which is machine code, and pg, whose parts ask for each other in two ways. */
async function bundleCommands(): Promise<void> {
  const bundle = await rolldown({
    input: { 'portrait-desk': join(ROOT, 'scripts/cli/portrait-desk.ts') },
    cwd: ROOT,
    platform: 'node',
    external: ['sharp', 'pg'],
    resolve: { conditionNames: ['react-server', 'node', 'import', 'default'] },
  })
  await bundle.write({
    dir: join(DIST, 'cli'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    banner: ({ isEntry }) => (isEntry ? FIRST_LINE : ''),
  })
  await bundle.close()
  chmodSync(join(DIST, 'cli', 'portrait-desk.mjs'), 0o755)
}
