/**
 * Makes V8 compile the scripts of every page (React, Next's client) on a separate thread while they arrive, instead of
 * function by function later. Other browsers see a comment. Source: V8, "Explicit compile hints" (Chrome 136). See
 * docs/decisions/026-first-paint.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

const buildManifestSchema = z.object({ rootMainFiles: z.array(z.string()).min(1) })

/**
 * Runs before the build is compressed. A build without such scripts is an error, because Next's manifest must have
 * changed.
 */
export async function hintCompile({ distDir }: { distDir: string }): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(distDir, 'build-manifest.json'), 'utf8'))
  const { rootMainFiles } = buildManifestSchema.parse(manifest)
  await Promise.all(rootMainFiles.map(file => hintFile(join(distDir, file))))
}

async function hintFile(path: string): Promise<void> {
  const script = await readFile(path, 'utf8')
  if (!script.startsWith(COMPILE_HINT)) await writeFile(path, COMPILE_HINT + script)
}
