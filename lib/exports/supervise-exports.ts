import 'server-only'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { resumeAfterStart } from './resume-exports.ts'
import { stopExports } from './stop-exports.ts'

/** Once for each process: takes up what the last one left, and puts it down properly when this one is asked to stop. */
export function superviseExports(): void {
  singleton('export-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopExports)
    resumeAfterStart().catch(error =>
      log('error', 'exports_not_resumed', { error: error instanceof Error ? error.name : 'unknown' }),
    )
    return true
  })
}
