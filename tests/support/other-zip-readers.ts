import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import JSZip from 'jszip'
import { leaveOut } from './left-out.ts'

export type ReadFile = { name: string; bytes: Buffer }
/** The properties of a file in an archive that a program shows; null if it does not. */
type SeenFile = { name: string; size: number; sha256: string | null }
/** Reads a complete archive and checks every byte against its checksum. Throws on any fault. */
export type ZipReader = { program: string; read(path: string): SeenFile[] }

const OUTPUT_MAX = 64 * 1024 * 1024

/** The environment in which a program prints names as UTF-8, wherever it runs. */
const UTF8 = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' }

const PYTHON = `
import sys, zipfile, json, hashlib
def digest(archive, info):
    sha256 = hashlib.sha256()
    with archive.open(info) as file:
        while chunk := file.read(1 << 20): sha256.update(chunk)
    return sha256.hexdigest()
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([[i.filename, i.file_size, digest(archive, i)] for i in archive.infolist()]))
`

/** All files of an archive, read by an independent library that checks every checksum. */
export async function readWithJsZip(archive: Uint8Array): Promise<ReadFile[]> {
  const zip = await JSZip.loadAsync(archive, { checkCRC32: true })
  return Promise.all(
    Object.values(zip.files).map(async file => ({
      name: file.name,
      bytes: Buffer.from(await file.async('nodebuffer')),
    })),
  )
}

const python: ZipReader = {
  program: 'python3',
  read(path) {
    const seen: [string, number, string][] = JSON.parse(run('python3', ['-c', PYTHON, path]))
    return seen.map(([name, size, sha256]) => ({ name, size, sha256 }))
  },
}

/** `unzip -t` checks the bytes, `zipinfo` lists the names. */
const infoZip: ZipReader = {
  program: 'unzip',
  read(path) {
    run('unzip', ['-tqq', path])
    const listed = run('unzip', ['-Z', '-T', '--h-t', path])
    return lines(listed).map(line => {
      const [, size = '', name = ''] =
        /^\S+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\d{8}\.\d{6} (.*)$/.exec(line) ?? []
      return { name, size: Number(size), sha256: null }
    })
  },
}

const sevenZip: ZipReader = {
  program: '7z',
  read(path) {
    run('7z', ['t', '-bd', '-sccUTF-8', path])
    const listed = run('7z', ['l', '-slt', '-ba', '-sccUTF-8', path])
    return listed
      .split(/\n\s*\n/)
      .filter(block => block.includes('Path = '))
      .map(block => ({
        name: /^Path = (.*)$/m.exec(block)?.[1] ?? '',
        size: Number(/^Size = (\d+)$/m.exec(block)?.[1]),
        sha256: null,
      }))
  },
}

const bsdtar: ZipReader = {
  program: 'bsdtar',
  read(path) {
    // A read that discards the bytes checks every checksum; the listing alone would not.
    run('bsdtar', ['-xOf', path], { discard: true })
    return lines(run('bsdtar', ['-tvf', path])).map(line => {
      const [, size = '', name = ''] =
        /^\S+\s+\d+\s+\S+\s+\S+\s+(\d+) \w{3} +\d+ +[\d:]+ (.*)$/.exec(line) ?? []
      return { name, size: Number(size), sha256: null }
    })
  },
}

const java: ZipReader = {
  program: 'javac',
  read(path) {
    const listed = run('java', [
      '-Dfile.encoding=UTF-8',
      '-Dsun.jnu.encoding=UTF-8',
      join(import.meta.dirname, 'ReadZip.java'),
      path,
    ])
    return lines(listed).map(line => {
      const [name = '', size, sha256 = null] = line.split('\t')
      return { name, size: Number(size), sha256 }
    })
  },
}

/** The readers of this machine; a missing one is recorded as left out. */
export function listZipReaders(): ZipReader[] {
  return [python, infoZip, sevenZip, bsdtar, java].filter(({ program }) => {
    const isThere = spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
    if (!isThere) leaveOut('archives read by another program', program)
    return isThere
  })
}

function run(program: string, args: string[], { discard = false } = {}): string {
  const ended: SpawnSyncReturns<string> = spawnSync(program, args, {
    encoding: 'utf8',
    env: UTF8,
    maxBuffer: OUTPUT_MAX,
    stdio: ['ignore', discard ? 'ignore' : 'pipe', 'pipe'],
  })
  if (ended.error) throw ended.error
  if (ended.status !== 0) throw new Error(`${program} refuses the archive: ${ended.stderr || ended.stdout}`)
  return ended.stdout ?? ''
}

function lines(text: string): string[] {
  return text.split('\n').filter(line => line !== '')
}
