/**
 * Writes archives with other libraries, each in a process of its own: `node NAME.js PATH TASK`. They are no
 * dependencies of the desk; the bench installs them in a folder of its own.
 */
export const LIBRARIES = [
  'jszip@3.10.2',
  'fflate@0.8.2',
  'client-zip@2.5.0',
  'yazl@3.3.1',
  'archiver@7.0.1',
  '@zip.js/zip.js@2.24.0',
]

/**
 * Numbers of files. `many` and `large` exceed the two limits that ZIP had before ZIP64; `stream` is a source of unknown
 * length.
 */
export const TASKS = { many: 70_000, large: 560, stream: 3 } as const
export type Task = keyof typeof TASKS | 'memory' | 'dying'

export const COMMON = `
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
const [, , path, task] = process.argv
const MB = 1_000_000
const bytesOf = n => (task === 'many' || task === 'stream' ? Buffer.from(String(n)) : PIECE)
const PIECE = Buffer.alloc(8 * MB, 7)
const COUNT = { many: 70000, large: 560, stream: 3, memory: 112, dying: 1 }[task]
const FILES = Array.from({ length: COUNT }, (_, n) => [n + '.jpg', bytesOf(n)])
const save = readable => pipeline(readable, createWriteStream(path))
async function* dying() { yield PIECE; throw new Error('the source has died') }
const sourceOf = bytes => Readable.from(task === 'dying' ? dying() : [bytes])
`

export const PROGRAMS: Record<string, { text: string; tasks: readonly Task[] }> = {
  jszip: {
    tasks: ['many', 'large', 'stream', 'memory'],
    text: `
import JSZip from 'jszip'
const zip = new JSZip()
for (const [name, bytes] of FILES) zip.file(name, task === 'memory' ? Buffer.from(bytes) : bytes)
if (task === 'memory') {
  const began = performance.now()
  const { length } = await zip.generateAsync({ type: 'uint8array' })
  const seconds = (performance.now() - began) / 1000
  console.log(Math.round(length / MB / seconds), Math.round(process.resourceUsage().maxRSS / 1000))
} else await save(zip.generateNodeStream({ streamFiles: task === 'stream' }))`,
  },
  fflate: {
    tasks: ['many', 'large', 'stream'],
    text: `
import { Zip, ZipPassThrough } from 'fflate'
const out = createWriteStream(path)
const zip = new Zip((error, chunk, isLast) => {
  if (error) throw error
  out.write(chunk)
  if (isLast) out.end()
})
for (const [name, bytes] of FILES) {
  const file = new ZipPassThrough(name)
  zip.add(file)
  file.push(bytes, true)
}
zip.end()
await finished(out)`,
  },
  'client-zip': {
    tasks: ['many', 'large', 'stream'],
    text: `
import { makeZip } from 'client-zip'
function* files() { for (const [name, bytes] of FILES) yield { name, input: bytes } }
await save(Readable.fromWeb(makeZip(files())))`,
  },
  yazl: {
    tasks: ['many', 'large', 'stream', 'dying'],
    text: `
import yazl from 'yazl'
const zip = new yazl.ZipFile()
zip.on('error', error => { console.log('told: ' + error.message); process.exit(0) })
for (const [name, bytes] of FILES)
  if (task === 'stream' || task === 'dying') zip.addReadStream(sourceOf(bytes), name, { compress: false })
  else zip.addBuffer(bytes, name, { compress: false })
zip.end()
await save(zip.outputStream)`,
  },
  archiver: {
    tasks: ['many', 'large', 'stream', 'dying'],
    text: `
import archiver from 'archiver'
const zip = archiver('zip', { store: true })
zip.on('error', error => { console.log('told: ' + error.message); process.exit(0) })
for (const [name, bytes] of FILES)
  zip.append(task === 'stream' || task === 'dying' ? sourceOf(bytes) : bytes, { name })
void zip.finalize()
await save(zip)`,
  },
  'zip.js': {
    tasks: ['many', 'large', 'stream'],
    text: `
import { configure, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'
configure({ useWebWorkers: false })
const { readable, writable } = new TransformStream()
const saved = save(Readable.fromWeb(readable))
const zip = new ZipWriter(writable, { level: 0 })
for (const [name, bytes] of FILES) await zip.add(name, new Uint8ArrayReader(bytes))
await zip.close()
await saved`,
  },
}
