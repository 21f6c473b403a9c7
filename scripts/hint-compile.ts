/**
 * Tells V8 to compile the scripts that every page runs (React, Next's client) while they arrive, on a thread of their own,
 * and not one function after the other when the page wants to become alive. Other browsers read a comment.
 * Source: V8, "Explicit compile hints" (Chrome 136). See docs/decisions/026-first-paint.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

const buildManifestSchema = z.object({ rootMainFiles: z.array(z.string()).min(1) })

/** Comes before the build is compressed. A build without such scripts is an error: Next's manifest has changed then. */
export async function hintCompile({ distDir }: { distDir: string }): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(distDir, 'build-manifest.json'), 'utf8'))
  const { rootMainFiles } = buildManifestSchema.parse(manifest)
  await Promise.all(rootMainFiles.map(file => hintFile(join(distDir, file))))
}

async function hintFile(path: string): Promise<void> {
  const script = await readFile(path, 'utf8')
  if (!script.startsWith(COMPILE_HINT)) await writeFile(path, COMPILE_HINT + script)
}
