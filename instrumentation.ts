import type { Instrumentation } from 'next'

/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startDesk } = await import('./instrumentation-node.ts')
  await startDesk()
}

/** Logs errors of pages only; handlers log their own. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || context.routeType !== 'render') return
  const { logFailedPage } = await import('#lib/log-failed-page.ts')
  logFailedPage(error, context.routePath)
}
