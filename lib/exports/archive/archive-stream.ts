import 'server-only'
import type { Writable } from 'node:stream'
import { singleton } from '#lib/singleton.ts'
import { giveBack } from './read-in-chunks.ts'

/** One chunk is read from the store while the previous one is being sent. */
const CHUNKS_AHEAD = 1

type ArchiveStreamOptions = {
  /** Called once when the archive could not be completed. */
  onError(error: unknown): void
  /** Called once when reading has ended for any reason, with the number of bytes sent so far. */
  onEnd?(sent: number): void | Promise<void>
  /** The open HTTP response. Bytes are written to it directly, and the stream only signals the end. */
  answer?: Writable | undefined
}

/**
 * Streams the archive as the body of a response, read only as fast as the browser takes it. An archive that cannot be
 * completed makes the stream fail, which destroys the connection. The browser then reports a failed download instead of
 * storing a short archive.
 *
 * A web stream does not say when a chunk has been sent, so each chunk would need new memory. Collecting that as garbage
 * took longer than reading the photos. Bytes are therefore written straight to the response, which does report it. The
 * code that pipes the stream (Next) sets the response's headers before it asks for the first chunk. It ends the
 * response when the stream ends, and destroys it when the stream fails.
 */
export function toArchiveStream(
  bytes: AsyncGenerator<Uint8Array, void>,
  { onError, onEnd = () => {}, answer }: ArchiveStreamOptions,
): ReadableStream<Uint8Array> {
  let ended = false
  let sent = 0
  /** Bytes of the last chunk taken from the stream; they count as sent when the next one is requested. */
  let waiting = 0
  let destroy = (_reason: unknown) => {}
  const end = async () => {
    if (ended) return
    ended = true
    openStreams().delete(destroy)
    await onEnd(sent)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        destroy = reason => {
          void end()
          controller.error(reason)
          void bytes.return()
        }
        openStreams().add(destroy)
      },
      async pull(controller) {
        try {
          const onSent = (piece: number) => {
            sent += piece
          }
          // The code that pipes the stream cancels it when the response is closed.
          if (answer && !(await pour(bytes, answer, onSent))) return
          onSent(waiting)
          const next = await bytes.next()
          waiting = next.done ? 0 : next.value.byteLength
          if (ended) return
          if (!next.done) return controller.enqueue(next.value)
          await end()
          controller.close()
        } catch (error) {
          if (ended) return
          await end()
          onError(error)
          controller.error(error)
        }
      },
      async cancel() {
        await end()
        await bytes.return()
      },
    },
    { highWaterMark: answer ? 0 : CHUNKS_AHEAD },
  )
}

/**
 * Reads one chunk while the previous one is being sent. Small chunks are sent together, as many as the response accepts
 * before it is full. Resolves to true when the response has accepted every chunk, false when it was closed before.
 */
async function pour(
  bytes: AsyncGenerator<Uint8Array, void>,
  answer: Writable,
  onSent: (piece: number) => void,
): Promise<boolean> {
  let last: Sent = { isFull: false, left: Promise.resolve(true) }
  for (;;) {
    const [next, isOpen] = await Promise.all([bytes.next(), last.isFull ? last.left : true])
    if (next.done || !isOpen) return last.left
    last = send(next.value, answer, onSent)
  }
}

/**
 * `isFull`: the response accepts no more until this chunk has been sent. `left` resolves to false when it was closed
 * before.
 */
type Sent = { isFull: boolean; left: Promise<boolean> }

function send(piece: Uint8Array, answer: Writable, onSent: (piece: number) => void): Sent {
  const { promise: left, resolve } = Promise.withResolvers<boolean>()
  const hasRoom = answer.write(piece, error => {
    if (!error) onSent(piece.byteLength)
    giveBack(piece)
    resolve(!error)
  })
  return { isFull: !hasRoom, left }
}

/** Aborts every archive that is still being sent: the desk is stopping and the grace period is over. */
export function destroyArchiveStreams(reason: Error): number {
  const open = [...openStreams()]
  for (const destroy of open) destroy(reason)
  return open.length
}

function openStreams(): Set<(reason: unknown) => void> {
  return singleton('archive-streams', () => new Set())
}
