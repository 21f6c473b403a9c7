import { spawnSync } from 'node:child_process'
import JSZip from 'jszip'

export type ReadFile = { name: string; bytes: Buffer }

const PYTHON = `
import sys, zipfile, json, hashlib
archive = zipfile.ZipFile(sys.argv[1])
broken = archive.testzip()
assert broken is None, broken
print(json.dumps([[i.filename, i.file_size, hashlib.sha256(archive.read(i)).hexdigest()] for i in archive.infolist()]))
`

/** All files of an archive, by a reader that is not ours and checks every checksum. */
export async function readWithJsZip(archive: Uint8Array): Promise<ReadFile[]> {
  const zip = await JSZip.loadAsync(archive, { checkCRC32: true })
  return Promise.all(
    Object.values(zip.files).map(async file => ({
      name: file.name,
      bytes: Buffer.from(await file.async('nodebuffer')),
    })),
  )
}

/** What Python's zipfile sees: name, size and SHA-256 of each file; null where there is no Python. */
export function readWithPython(path: string): [string, number, string][] | null {
  const run = spawnSync('python3', ['-c', PYTHON, path], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONUTF8: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.error) return null
  if (run.status !== 0) throw new Error(`Python refuses the archive: ${run.stderr}`)
  return JSON.parse(run.stdout)
}

/** Whether Info-ZIP finds every byte right; null where it is not installed. */
export function testWithUnzip(path: string): boolean | null {
  const run = spawnSync('unzip', ['-tqq', path], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return run.error ? null : run.status === 0
}
