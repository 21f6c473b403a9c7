import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { resumeAfterStart } from './resume-imports.ts'
import { getRunningImports } from './send/running-imports.ts'

/** Once for each process: takes up what the last one left, and lets nothing more leave when this one is asked to stop. */
export function superviseImports(): void {
  singleton('import-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopImports)
    resumeAfterStart().catch(tellOperator)
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
  log('error', 'imports_not_resumed', { ...describeError(error) })
}
