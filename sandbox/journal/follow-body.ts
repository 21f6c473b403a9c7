const PIECE_BYTES = 64 * 1024

type Ends = { onEnd(): void; onCancel(): void; onError(): void }

/**
 * Returns the same answer with its exact length, and reports how its body ends. Long bodies are sent in pieces, which
 * shows a reader who leaves in the middle of a photo; a short body is sent at once. A body that a fault has changed
 * stays unchanged.
 */
export async function followBody(answer: Response, ends: Ends): Promise<Response> {
  const { status } = answer
  const headers = new Headers(answer.headers)
  if (!answer.body) {
    ends.onEnd()
    return answer
  }
  if (headers.has('content-length') || headers.has('transfer-encoding')) {
    return new Response(follow(answer.body, ends), { status, headers })
  }
  const bytes = new Uint8Array(await answer.arrayBuffer())
  headers.set('content-length', String(bytes.length))
  if (bytes.length > PIECE_BYTES) return new Response(follow(toPieces(bytes), ends), { status, headers })
  ends.onEnd()
  return new Response(bytes, { status, headers })
}

function toPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.slice(sent, sent + PIECE_BYTES))
      sent += PIECE_BYTES
      if (sent >= bytes.length) controller.close()
    },
  })
}

function follow(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEnd, onCancel, onError }: Ends,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          onEnd()
          controller.close()
        } catch (error) {
          onError()
          controller.error(error)
        }
      },
      cancel(reason) {
        onCancel()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
