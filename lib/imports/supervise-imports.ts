import 'server-only'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { sweepImports } from './imports.ts'
import { resumeAfterStart } from './resume-imports.ts'
import { getRunningImports } from './send/running-imports.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Once for each process: takes up what the last one left, lets nothing more leave when this one is asked to stop, and
 * deletes the lists of people that nobody needs any more, daily.
 */
export function superviseImports(): void {
  singleton('import-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopImports)
    setInterval(() => void sweepImports(Date.now()).catch(tellOperator), DAY_MS).unref()
    sweepImports(Date.now()).then(resumeAfterStart).catch(tellOperator)
    return true
  })
}

function stopImports(): void {
  for (const { recall, cancellation, wake } of getRunningImports().values()) {
    cancellation.abort(new Error('The desk stops.'))
    recall()
    wake()
  }
}

function tellOperator(error: unknown): void {
  log('error', 'imports_not_resumed', { error: error instanceof Error ? error.name : 'unknown' })
}
