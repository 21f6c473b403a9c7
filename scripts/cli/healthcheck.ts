/**
 * `portrait-desk healthcheck`: checks whether the desk with these settings answers, for a container supervisor. It
 * checks liveness and not readiness, because a full disk is no reason to restart a desk.
 */
import { getEnv, SettingsError } from '#lib/settings/env.ts'
import { toReachableHost } from '#lib/settings/network-settings.ts'
import { fail } from '../setup.mjs'
import { USAGE } from '../usage.ts'
import { getStatusWithoutProxy } from '../watchdog.ts'

const LOOK_MS = 4_000

if (process.argv.length > 2) fail(USAGE.healthcheck)
try {
  const { host, port } = getEnv()
  const status = await getStatusWithoutProxy(
    `http://${toReachableHost(host)}:${port}/api/health/live`,
    LOOK_MS,
  )
  if (status !== 200) fail(`The desk does not answer on ${host}, port ${port}.`)
} catch (error) {
  if (error instanceof SettingsError) fail(error.message)
  throw error
}
