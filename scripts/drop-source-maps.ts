import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Deletes two files that Turbopack writes for a worker in spite of its options: an empty source map, and the source. No
 * page asks for them.
 */
export async function dropSourceMaps({ distDir }: { distDir: string }): Promise<void> {
  const maps = globSync(['static/**/*.map', 'static/media/*.ts'], { cwd: distDir })
  await Promise.all(maps.map(map => rm(join(distDir, map))))
}
