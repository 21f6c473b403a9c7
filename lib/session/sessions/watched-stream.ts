import 'server-only'
import { log } from '#lib/log.ts'
import type { Session } from './read-session.ts'
import { watchSession } from './watch-access.ts'

/**
 * The same bytes, but broken off within seconds when the session is ended or its account disabled, also while the
 * browser takes none of them. The connection is destroyed then, so that the browser reports a failed download.
 */
export async function toWatchedStream(
  stream: ReadableStream<Uint8Array>,
  session: Session,
): Promise<ReadableStream<Uint8Array>> {
  const source = stream.getReader()
  let breakOff = () => {}
  const stop = await watchSession(session, () => breakOff())
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        breakOff = () => {
          log('info', 'download_ended', { user: session.user.id })
          controller.error(new Error('The session has ended.'))
          void source.cancel().catch(() => {})
        }
      },
      async pull(controller) {
        try {
          const { done, value } = await source.read()
          if (!done) return controller.enqueue(value)
          stop()
          controller.close()
        } catch (error) {
          stop()
          controller.error(error)
        }
      },
      async cancel(reason) {
        stop()
        await source.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
