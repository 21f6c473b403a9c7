/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ noteHttpVersion }, { superviseExports }] = await Promise.all([
    import('#lib/http/note-http-version.ts'),
    import('#lib/exports/supervise-exports.ts'),
  ])
  noteHttpVersion()
  superviseExports()
}
