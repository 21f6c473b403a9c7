import 'server-only'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import packageJson from '#package.json' with { type: 'json' }

/** Writes the first line of a desk that owns its data: the facts that a remote reader of the log needs first. */
export function logStart(): void {
  log('info', 'desk_started', {
    version: packageJson.version,
    node: process.versions.node,
    mode: getEnv().practice ? 'practice' : 'service',
    schema: MIGRATIONS.length,
    process: process.pid,
  })
}
