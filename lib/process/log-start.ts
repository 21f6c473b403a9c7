import 'server-only'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import packageJson from '#package.json' with { type: 'json' }

/** The first line of a desk that owns its data: what somebody who reads the log elsewhere asks first. */
export function logStart(): void {
  log('info', 'desk_started', {
    version: packageJson.version,
    node: process.versions.node,
    mode: getEnv().practice ? 'practice' : 'service',
    schema: MIGRATIONS.length,
    process: process.pid,
  })
}
