import { setTimeout as wait } from 'node:timers/promises'

const TICK_MS = 50

/** The whole body with its right length, but slowly; it stops when the reader turns away. */
export async function dripResponse(answer: Response, bytesPerSecond: number): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer())
  const portion = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000))
  const pause = Math.max(TICK_MS, (portion * 1000) / bytesPerSecond)
  const headers = new Headers(answer.headers)
  headers.set('content-length', String(whole.length))
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent > 0) await wait(pause)
        if (sent < whole.length) controller.enqueue(whole.slice(sent, sent + portion))
        sent += portion
        if (sent >= whole.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: answer.status, headers })
}
