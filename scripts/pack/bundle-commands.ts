import { rolldown } from 'rolldown'

/** Starts by its own name and not through a shell, so that signals reach it. */
const FIRST_LINE = '#!/usr/bin/env -S node --disable-warning=ExperimentalWarning'

/**
 * Packages that stay where Next has put them: sharp, which is machine code, and pg, whose parts load each other in two
 * ways.
 * Optional machine code of a package (`ssh2`) exists only where it was compiled. No bundle can hold it, and each
 * package checks whether it exists.
 */
const OUTSIDE = ['sharp', 'pg', /\.node$/]

/** Bundles one program for each of the `sources`, with shared parts. */
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
