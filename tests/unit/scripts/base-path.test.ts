import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placeBelow, settleBuild } from '#scripts/base-path.ts'
import { PATH_MARK } from '#scripts/path-mark.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const ROUTES = '.next/routes-manifest.json'
const SCRIPT = '.next/static/chunks/a.js'
const PLAIN = '.next/server/chunks/plain.js'

/** Creates the relevant parts of a build without a path. */
function build(): string {
  const root = createTempFolder()
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const redirects = [
    { source: `${PATH_MARK}/`, destination: PATH_MARK },
    { source: '/:path+/', destination: '/:path+' },
  ]
  write(ROUTES, JSON.stringify({ version: 3, basePath: PATH_MARK, redirects }))
  write(SCRIPT, `let base="${PATH_MARK}";load("${PATH_MARK}/_next/")`)
  write(PLAIN, 'nothing of it here')
  write(`${PLAIN}.map`, PATH_MARK)
  write('.next/cache/large', PATH_MARK)
  write('server.js', `{"basePath":"${PATH_MARK}"}`)
  write('package.json', '{}')
  mkdirSync(join(root, 'node_modules/sharp'), { recursive: true })
  mkdirSync(join(root, '.next/node_modules'))
  symlinkSync('../../node_modules/sharp', join(root, '.next/node_modules/sharp-1'))
  settleBuild(root)
  return root
}

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

function place(root: string, path: string): string {
  const folder = placeBelow(root, path)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a build without a path is served at the root', () => {
  const root = build()
  expect(read(root, SCRIPT)).toBe('let base="";load("/_next/")')
  expect(read(root, 'server.js')).toBe('{"basePath":""}')
  // Next would redirect from "/" to "", and from there again.
  expect(JSON.parse(read(root, ROUTES))).toEqual({
    version: 3,
    basePath: '',
    redirects: [{ source: '/:path+/', destination: '/:path+' }],
  })
})

test.each(['/portraits', '/hr/my_portraits-1'])(
  'a desk below %s replaces every mark of the path, and leaves the build unchanged',
  path => {
    const root = build()
    const before = read(root, SCRIPT)
    const folder = place(root, path)
    expect(read(folder, SCRIPT)).toBe(`let base="${path}";load("${path}/_next/")`)
    expect(read(folder, 'server.js')).toBe(`{"basePath":"${path}"}`)
    expect(JSON.parse(read(folder, ROUTES)).redirects[0]).toEqual({ source: `${path}/`, destination: path })
    expect(read(folder, PLAIN)).toBe('nothing of it here')
    expect(read(root, SCRIPT)).toBe(before)
  },
)

test('code in the folder finds its packages, and unneeded files are left out', () => {
  const root = build()
  const folder = place(root, '/portraits')
  expect(lstatSync(join(folder, PLAIN)).isSymbolicLink()).toBe(false)
  expect(existsSync(join(folder, '.next/node_modules/sharp-1'))).toBe(true)
  expect(existsSync(join(folder, 'package.json'))).toBe(true)
  expect(existsSync(join(folder, '.next/cache'))).toBe(false)
})

test('one build serves two paths, even from a read-only copy', () => {
  const root = build()
  const copy = join(createTempFolder(), 'dist')
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true })
  const folders = [place(copy, '/one'), place(copy, '/two')]
  expect(folders.map(folder => read(folder, 'server.js'))).toEqual([
    '{"basePath":"/one"}',
    '{"basePath":"/two"}',
  ])
})
