import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

export const ROOT = join(import.meta.dirname, '../..')
/** The packages of `scripts/pack/bundle-commands.ts`, and those that look for files beside their own. */
const OUTSIDE = ['sharp', 'pg', 'ssh2', 'ssh2-sftp-client', /\.node$/]

/**
 * Bundles these source files into programs at the same paths below `dir`, with `.mjs` for `.ts`. The start of a process
 * spends most of its time on hundreds of source files, and tests start two hundred processes of the same few programs.
 */
export async function bundle(files: readonly string[], dir: string, plugins: Plugin[] = []): Promise<void> {
  const made = await rolldown({
    input: Object.fromEntries(files.map(file => [file.replace(/\.ts$/, ''), file])),
    cwd: ROOT,
    platform: 'node',
    external: OUTSIDE,
    resolve: { conditionNames: ['react-server', 'node', 'import', 'default'] },
    plugins,
    logLevel: 'silent',
  })
  // Next's names for parts of an address, such as `[exportId]`, stay unchanged.
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name].mjs', sanitizeFileName: false }
  await made.write({ dir, format: 'esm', ...names })
  await made.close()
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'junction')
}

/** Keeps the paths of a source file, so that it finds other files beside it. */
export const AT_ITS_PLACE: Plugin = {
  name: 'at-its-place',
  transform: (code, id) =>
    id.startsWith(ROOT) && !id.includes('node_modules') && code.includes('import.meta')
      ? code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      : null,
}

/** Replaces `outside-next.ts` in bundles: a CommonJS file of next-auth is its default export. */
export const OUTSIDE_NEXT: Plugin = {
  name: 'outside-next',
  load: id => (id.endsWith('/outside-next.ts') ? '' : null),
  transform: (code, id) =>
    /\/next-auth\/(?:index|providers\/\w+)\.js$/.test(id)
      ? `${code}\nmodule.exports = exports.default`
      : null,
}
