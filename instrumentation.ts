/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [
    { takeOverConsole },
    { watchProcess },
    { watchRequests },
    { startKeepingActivity },
    { superviseExports },
  ] = await Promise.all([
    import('#lib/take-over-console.ts'),
    import('#lib/watch-process.ts'),
    import('#lib/http/watch-requests.ts'),
    import('#lib/activity/keep-activity.ts'),
    import('#lib/exports/supervise-exports.ts'),
  ])
  if (process.env.NODE_ENV === 'production') takeOverConsole()
  watchProcess()
  watchRequests()
  await startKeepingActivity()
  superviseExports()
}
