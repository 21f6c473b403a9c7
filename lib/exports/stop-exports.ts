import 'server-only'
import { log } from '#lib/log.ts'
import { beginToStop } from '#lib/process/stopping.ts'
import { getEnv } from '#lib/settings/env.ts'
import { destroyArchiveStreams } from './archive/archive-stream.ts'
import { getRunningExports } from './running-exports.ts'

/**
 * The desk has been asked to stop. What is being prepared ends at once and goes on after the next start; downloads have
 * some time, then their connections are destroyed, so that nobody takes half an archive for a whole one.
 */
export function stopExports(): void {
  beginToStop()
  for (const { cancellation } of getRunningExports().values())
    cancellation.abort(new Error('The desk stops.'))
  setTimeout(() => {
    const broken = destroyArchiveStreams(new Error('The desk stops.'))
    if (broken > 0) log('warn', 'downloads_broken_off', { count: broken })
  }, getEnv().stopMs).unref()
}
