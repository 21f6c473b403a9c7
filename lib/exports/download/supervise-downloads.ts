import 'server-only'
import { destroyArchiveStreams } from '#lib/exports/archive/archive-stream.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'

const LAST_WORDS_MS = 1000

/**
 * Installs the signal handlers once per process. On shutdown, downloads get a grace period; then their connections are
 * destroyed, so that no client mistakes half an archive for a complete one.
 */
export function superviseDownloads(): void {
  singleton('download-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopDownloads)
    return true
  })
}

function stopDownloads(): void {
  const { stopMs } = getEnv()
  setTimeout(() => {
    const broken = destroyArchiveStreams(new Error('The desk stops.'))
    if (broken > 0) log('warn', 'downloads_broken_off', { count: broken })
  }, stopMs).unref()
  // A client that reads nothing does not notice the aborted download, and the server would wait for it.
  setTimeout(() => process.exit(0), stopMs + LAST_WORDS_MS).unref()
}
