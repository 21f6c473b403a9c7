import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from './measures.ts'

/** What we compared with, in the versions of that day. They are no dependencies; they live in the bench's own folder. */
const LIBRARIES = ['jszip@3.10.2', 'fflate@0.8.2', 'client-zip@2.5.0', 'yazl@3.3.1']

/** Each library makes an archive of 70,000 small files and Info-ZIP counts what is in it. */
export async function measureOthers(folder: string): Promise<Line[]> {
  process.stderr.write('4. What others make of 70,000 files …\n')
  const lab = join(folder, 'others')
  mkdirSync(lab, { recursive: true })
  writeFileSync(join(lab, 'package.json'), '{"type":"module"}')
  const install = spawnSync('npm', ['i', '--no-audit', '--no-fund', '--prefix', lab, ...LIBRARIES], {
    encoding: 'utf8',
  })
  if (install.status !== 0)
    return [{ measure: '4 · others', value: 'could not be installed', goal: '', met: null }]
  return Object.entries(PROGRAMS).map(([name, program]) => {
    writeFileSync(join(lab, `${name}.js`), COMMON + program)
    const path = join(lab, `${name}.zip`)
    const run = spawnSync(process.execPath, [`${name}.js`, path], {
      cwd: lab,
      encoding: 'utf8',
      timeout: 120_000,
    })
    const verdict =
      run.status !== 0 || !existsSync(path)
        ? `fails: ${run.stderr.split('\n').at(-2) ?? ''}`.slice(0, 60)
        : count(path)
    return { measure: `4 · ${name}: 70,000 files, read by unzip`, value: verdict, goal: '', met: null }
  })
}

function count(path: string): string {
  const test = spawnSync('unzip', ['-tqq', path], { encoding: 'utf8', maxBuffer: 1e8 })
  const list = spawnSync('unzip', ['-Z1', path], { encoding: 'utf8', maxBuffer: 1e8 })
  const names = list.stdout.split('\n').filter(line => line !== '').length
  return `${names} files, unzip -t: ${test.status === 0 ? 'fine' : `code ${test.status}`}`
}

const COMMON = `
import { createWriteStream, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
const path = process.argv[2], COUNT = 70000, text = n => Buffer.from(String(n))
`

const PROGRAMS = {
  jszip: `
import JSZip from 'jszip'
const zip = new JSZip()
for (let n = 0; n < COUNT; n += 1) zip.file(n + '.txt', text(n))
writeFileSync(path, await zip.generateAsync({ type: 'nodebuffer' }))`,
  fflate: `
import { zipSync } from 'fflate'
const files = {}
for (let n = 0; n < COUNT; n += 1) files['f' + n + '.txt'] = text(n)
writeFileSync(path, zipSync(files, { level: 0 }))`,
  'client-zip': `
import { makeZip } from 'client-zip'
function* files() { for (let n = 0; n < COUNT; n += 1) yield { name: n + '.txt', input: text(n) } }
await pipeline(Readable.fromWeb(makeZip(files())), createWriteStream(path))`,
  yazl: `
import yazl from 'yazl'
const zip = new yazl.ZipFile()
for (let n = 0; n < COUNT; n += 1) zip.addBuffer(text(n), n + '.txt', { compress: false })
zip.end()
await pipeline(zip.outputStream, createWriteStream(path))`,
}
