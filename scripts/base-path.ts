/**
 * Serves one build at any path. Next writes its `basePath` into the build, and our build writes a mark in its place.
 * After the build, the marked files are put aside, and copies without a mark take their places, for a desk with a host
 * of its own. A desk below a path starts from a copy in which the path replaces the mark. See
 * docs/decisions/041-any-path.md.
 */
import {
  copyFileSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { PATH_MARK } from './path-mark.ts'

/** The marked files of the build, by their paths below the root. */
const MARKED = join('.next', 'marked')
/** Parts of a build that a running desk does not read. */
const OF_THE_BUILD = new Set(['cache', 'diagnostics', 'marked', 'standalone', 'types'])

type Routes = { redirects: { destination: string }[] }

/** Puts the marked files of a fresh build aside, and removes the mark from the build. `root` holds `.next`. */
export function settleBuild(root: string): void {
  rmSync(join(root, MARKED), { recursive: true, force: true })
  const files = globSync(['.next/*', '.next/{server,static}/**', 'server.js'], {
    cwd: root,
    exclude: name => name.endsWith('.map'),
  })
  for (const file of files) {
    const path = join(root, file)
    if (!lstatSync(path).isFile() || !readFileSync(path).includes(PATH_MARK)) continue
    write(join(root, MARKED, file), readFileSync(path))
    place(root, { file, into: root, basePath: '' })
  }
}

/** Creates a folder from which the desk can be started below `basePath`. The caller removes it in the end. */
export function placeBelow(root: string, basePath: string): string {
  const into = mkdtempSync(join(tmpdir(), 'portrait-desk-'))
  const marked = listFiles(join(root, MARKED))
  for (const name of readdirSync(root))
    if (name !== '.next' && !marked.includes(name)) symlinkSync(join(root, name), join(into, name))
  mirror(join(root, '.next'), join(into, '.next'))
  for (const file of marked) place(root, { file, into, basePath })
  return into
}

type Placed = { file: string; into: string; basePath: string }

/** Writes one of the marked files with a path instead of the mark. */
function place(root: string, { file, into, basePath }: Placed): void {
  const text = readFileSync(join(root, MARKED, file), 'utf8').replaceAll(PATH_MARK, basePath)
  const path = join(into, file)
  write(path, file.endsWith('routes-manifest.json') ? withoutEmptyRedirects(text) : text)
}

/** Next redirects from `/path/` to `/path`; without a path that redirect would lead nowhere. */
function withoutEmptyRedirects(text: string): string {
  const { redirects, ...rest }: Routes = JSON.parse(text)
  return JSON.stringify({ ...rest, redirects: redirects.filter(({ destination }) => destination !== '') })
}

/**
 * The same files in another folder, as hard links where the disk allows it. Code then finds its neighbours in the new
 * folder.
 */
function mirror(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.name.endsWith('.map')) symlinkSync(source, target)
    else if (entry.isFile()) linkOrCopy(source, target)
    else if (entry.isDirectory() && !OF_THE_BUILD.has(entry.name)) mirror(source, target)
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Never writes into a file that is linked from elsewhere. */
function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  writeFileSync(path, content)
}

/** All paths below a folder. */
function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
}
