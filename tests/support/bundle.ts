import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

export const ROOT = join(import.meta.dirname, '../..')
/** As in `scripts/pack/bundle-commands.ts`, and what looks for a file beside its own. */
const OUTSIDE = ['sharp', 'pg', 'ssh2', 'ssh2-sftp-client', /\.node$/]

/**
 * Makes programs of these files of ours, each at its own place below `dir`: a `.ts` is a `.mjs` there. Most of what the start of a
 * process costs is to find and read hundreds of files of source, and tests start two hundred processes of the same few.
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
  // Next's names for parts of an address, such as `[exportId]`, stay as they are.
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name].mjs', sanitizeFileName: false }
  await made.write({ dir, format: 'esm', ...names })
  await made.close()
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'junction')
}

/** What looks for other files of ours beside its own finds them where they are. */
export const AT_ITS_PLACE: Plugin = {
  name: 'at-its-place',
  transform: (code, id) =>
    id.startsWith(ROOT) && !id.includes('node_modules') && code.includes('import.meta')
      ? code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      : null,
}

/** What `outside-next.ts` does where nothing was bundled: a CommonJS file of next-auth is its default export. */
export const OUTSIDE_NEXT: Plugin = {
  name: 'outside-next',
  load: id => (id.endsWith('/outside-next.ts') ? '' : null),
  transform: (code, id) =>
    /\/next-auth\/(?:index|providers\/\w+)\.js$/.test(id)
      ? `${code}\nmodule.exports = exports.default`
      : null,
}
