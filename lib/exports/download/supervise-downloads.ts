import 'server-only'
import { destroyArchiveStreams } from '#lib/exports/archive/archive-stream.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'

const LAST_WORDS_MS = 1000

/**
 * Once for each process. When the desk is asked to stop, downloads have some time; then their connections are destroyed,
 * so that nobody takes half an archive for a whole one.
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
  // A client that takes nothing does not notice that its download was broken off, and the server waits for it.
  setTimeout(() => process.exit(0), stopMs + LAST_WORDS_MS).unref()
}
