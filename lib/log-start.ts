import 'server-only'
import packageJson from '#package.json' with { type: 'json' }
import { log } from './log.ts'
import { getEnv } from './settings/env.ts'
import { MIGRATIONS } from './store/migrations.ts'

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
