import type { Instrumentation } from 'next'

/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [
    { redirectConsole },
    { watchProcess },
    { ownDataDir },
    { closeDatabase },
    { listenForStop },
    { tellHeldLines },
    { logStart },
    { watchRequests },
    { startKeepingActivity },
    { startKeepingRetentions },
    { superviseExports },
    { superviseBatches },
    { superviseImports },
    { listenForPracticeReset },
  ] = await Promise.all([
    import('#lib/process/redirect-console.ts'),
    import('#lib/process/watch-process.ts'),
    import('#lib/store/data-dir-lock.ts'),
    import('#lib/store/database.ts'),
    import('#lib/process/stopping.ts'),
    import('#lib/log-some.ts'),
    import('#lib/log-start.ts'),
    import('#lib/http/watch-requests.ts'),
    import('#lib/activity/keep-activity.ts'),
    import('#lib/personal-data/keep-retentions.ts'),
    import('#lib/exports/supervise-exports.ts'),
    import('#lib/batches/supervise-batches.ts'),
    import('#lib/imports/supervise-imports.ts'),
    import('#lib/practice-reset.ts'),
  ])
  if (process.env.NODE_ENV === 'production') redirectConsole()
  watchProcess()
  // Whoever comes second has nothing to say to the jobs of the first.
  const leaveDataDir = ownDataDir()
  logStart()
  process.once('exit', () => {
    tellHeldLines()
    closeDatabase()
    leaveDataDir()
  })
  listenForStop()
  watchRequests()
  await startKeepingActivity()
  await startKeepingRetentions()
  superviseExports()
  superviseBatches()
  superviseImports()
  listenForPracticeReset()
}

/** Handlers log their own errors; this is about pages. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || context.routeType !== 'render') return
  const { logFailedPage } = await import('#lib/log-failed-page.ts')
  logFailedPage(error, context.routePath)
}
