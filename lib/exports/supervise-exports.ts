import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { resumeAfterStart } from './resume-exports.ts'
import { stopExports } from './stop-exports.ts'

const LAST_WORDS_MS = 1000

/** Once for each process: takes up what the last one left, and puts it down properly when this one is asked to stop. */
export function superviseExports(): void {
  singleton('export-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        stopExports()
        // A client that takes nothing does not notice that its download was broken off, and the server waits for it.
        setTimeout(() => process.exit(0), getEnv().stopMs + LAST_WORDS_MS).unref()
      })
    resumeAfterStart().catch(error => log('error', 'exports_not_resumed', { ...describeError(error) }))
    return true
  })
}
