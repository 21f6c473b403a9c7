import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Turbopack writes an empty source map for the script of a worker, whatever it is told, and beside the script its source as
 * it is, for which no page asks. No browser gets either.
 */
export async function dropSourceMaps({ distDir }: { distDir: string }): Promise<void> {
  const maps = globSync(['static/**/*.map', 'static/media/*.ts'], { cwd: distDir })
  await Promise.all(maps.map(map => rm(join(distDir, map))))
}
