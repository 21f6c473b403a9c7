import { rolldown } from 'rolldown'

/** Found by its own name, and not through a shell: signals reach it. */
const FIRST_LINE = '#!/usr/bin/env -S node --disable-warning=ExperimentalWarning'

/**
 * What stays where Next has put it: sharp, which is machine code, and pg, whose parts ask for each other in two ways. Machine code
 * of a package that does without it (`ssh2`) lies only where it was compiled: no bundle can hold it, and each asks whether it is there.
 */
const OUTSIDE = ['sharp', 'pg', /\.node$/]

/** Makes one program of `sources`, by the name of each, and the parts that they share. */
export async function bundleCommands(
  root: string,
  { sources, dir }: { sources: Record<string, string>; dir: string },
): Promise<void> {
  const bundle = await rolldown({
    input: sources,
    cwd: root,
    platform: 'node',
    external: OUTSIDE,
    resolve: { conditionNames: ['react-server', 'node', 'import', 'default'] },
  })
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    banner: ({ isEntry }) => (isEntry ? FIRST_LINE : ''),
  })
  await bundle.close()
}
