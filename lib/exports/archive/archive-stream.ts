import 'server-only'
import type { Writable } from 'node:stream'
import { singleton } from '#lib/singleton.ts'
import { giveBack } from './read-in-chunks.ts'

/** The next piece is read from the store while the last one is on its way. */
const CHUNKS_AHEAD = 1

type ArchiveStreamOptions = {
  /** Called once when the archive could not be completed. */
  onError(error: unknown): void
  /** Called once when nothing more will be read, however it ended, with how many bytes have left by then. */
  onEnd?(sent: number): void | Promise<void>
  /** The open answer that the stream is the body of: the bytes go there at once, and the stream only tells when they end. */
  answer?: Writable | undefined
}

/**
 * The archive as the body of an answer, read only as fast as the browser takes it. When it cannot be completed the
 * stream errors, which destroys the connection: a browser then reports a failed download, never a short archive.
 *
 * A stream of the web does not say when a piece has left, so each one would be new memory, and sweeping that up took longer than
 * reading the photos. Past it, the open answer says so. Whoever pipes the stream (Next) has set the answer's headers before it asks
 * for the first piece, ends the answer when the stream ends, and destroys it when the stream fails.
 */
export function toArchiveStream(
  bytes: AsyncGenerator<Uint8Array, void>,
  { onError, onEnd = () => {}, answer }: ArchiveStreamOptions,
): ReadableStream<Uint8Array> {
  let ended = false
  let sent = 0
  /** What is taken from the stream is known when it wants the next. */
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
          // Whoever pipes the stream cancels it when the answer is closed.
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
 * One piece is read while the last one is on its way; small ones leave together, as many as the answer takes before it is full.
 * Resolves to whether the answer has taken them all, or was closed before.
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

/** Whether the answer wants no more until this piece has `left`, which is false when it was closed before. */
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

/** Breaks off every archive that is still on its way: the desk stops and has waited long enough. */
export function destroyArchiveStreams(reason: Error): number {
  const open = [...openStreams()]
  for (const destroy of open) destroy(reason)
  return open.length
}

function openStreams(): Set<(reason: unknown) => void> {
  return singleton('archive-streams', () => new Set())
}
