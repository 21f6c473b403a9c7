import 'server-only'
import { singleton } from '#lib/singleton.ts'

/** The next piece is read from the store while the last one is on its way. */
const CHUNKS_AHEAD = 1

type ArchiveStreamOptions = {
  /** Called once when the archive could not be completed. */
  onError(error: unknown): void
  /** Called once when nothing more will be read, however it ended. */
  onEnd?(): void
}

/**
 * The archive as the body of an answer, read only as fast as the browser takes it. When it cannot be completed the
 * stream errors, which destroys the connection: a browser then reports a failed download, never a short archive.
 */
export function toArchiveStream(
  bytes: AsyncGenerator<Uint8Array, void>,
  { onError, onEnd = () => {} }: ArchiveStreamOptions,
): ReadableStream<Uint8Array> {
  let ended = false
  let destroy = (_reason: unknown) => {}
  const end = () => {
    if (ended) return
    ended = true
    openStreams().delete(destroy)
    onEnd()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        destroy = reason => {
          end()
          controller.error(reason)
          void bytes.return()
        }
        openStreams().add(destroy)
      },
      async pull(controller) {
        try {
          const next = await bytes.next()
          if (ended) return
          if (!next.done) return controller.enqueue(next.value)
          end()
          controller.close()
        } catch (error) {
          if (ended) return
          end()
          onError(error)
          controller.error(error)
        }
      },
      async cancel() {
        end()
        await bytes.return()
      },
    },
    { highWaterMark: CHUNKS_AHEAD },
  )
}

/** Breaks off every archive that is still on its way: the desk stops and has waited long enough. */
export function destroyArchiveStreams(reason: Error): number {
  const open = [...openStreams()]
  for (const destroy of open) destroy(reason)
  return open.length
}

function openStreams(): Set<(reason: unknown) => void> {
  return singleton('archive-streams', () => new Set())
}
