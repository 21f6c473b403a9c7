import type { Archive } from './archive.ts'

/**
 * The archive as the body of an answer, read only as fast as the browser takes it. When it cannot be completed the
 * stream errors, which destroys the connection: a browser then reports a failed download, never a short archive.
 */
export function toArchiveStream(
  archive: Archive,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const bytes = archive.write()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await bytes.next()
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          onError(error)
          controller.error(error)
        }
      },
      async cancel() {
        await bytes.return()
      },
    },
    { highWaterMark: 0 },
  )
}
