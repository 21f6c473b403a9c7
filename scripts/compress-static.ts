/**
 * Beside every script and style of a build, what browsers like better: the same bytes for Brotli and for gzip, made once
 * with all the patience that a server has not got. `lib/http/compressed-static.ts` hands them out.
 * See docs/decisions/027-compression-and-content-length.md.
 */
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

export async function compressStatic({ distDir }: { distDir: string }): Promise<void> {
  const files = globSync('static/**/*.{js,css}', { cwd: distDir })
  await Promise.all(files.map(file => compressFile(join(distDir, file))))
}

/** The twins of one file, anew. */
export async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  await Promise.all(
    Object.entries(compress).map(async ([ending, make]) => {
      const packed = await make(bytes)
      // Never into a file that is linked from elsewhere.
      await rm(`${path}.${ending}`, { force: true })
      await writeFile(`${path}.${ending}`, packed)
    }),
  )
}
