import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Budget } from './budget.ts'
import type { Exchange } from './exchange.ts'
import { withoutKey } from './key-mask.ts'
import { parseRetryAfter } from './retry-after.ts'
import { type BodyForm, toServiceError } from './service-errors.ts'
import { type Trouble, toContentType, UnreadResponse } from './trouble.ts'

/** A successful (2xx) answer. */
export type ServiceResponse = Exchange & {
  /** Undefined for an empty body. Throws `bad_service_answer` for a body that is no JSON. */
  json(): Promise<unknown>
  /** Logs why the answer cannot be used, and returns the error to throw. */
  refuse(why: string | DeskError): DeskError
}

/** Limit of an error body: reasons for 200 employees need a tenth of it. */
const ERROR_BYTES_MAX = 1024 * 1024
/** Error statuses that the service documents (specification section 7), except 429. */
const DOCUMENTED = new Set([401, 403, 404, 409, 422])

/** The service answered 429. A refusal of our own budget is a plain DeskError and is never retried. */
export class LimitedByService extends DeskError {}

export type Fail = (error: DeskError, answer?: Trouble['answer']) => DeskError
type Checking = { call: string; key: string; budget: Budget; whole: boolean; fail: Fail }

/** Returns the service's answer when it is a success. Throws a DeskError otherwise. */
export async function checkResponse(
  answer: Exchange,
  { call, key, budget, whole, fail }: Checking,
): Promise<ServiceResponse> {
  const { status, headers } = answer
  if (status === 429) {
    await answer.body.cancel()
    const { windowMs } = budget.state()
    const pauseMs = parseRetryAfter(headers.get('retry-after'), { windowMs, date: headers.get('date') })
    budget.pause(pauseMs)
    throw new LimitedByService('busy', { retryAfterSeconds: Math.ceil(pauseMs / 1000) })
  }
  const refuse = (why: string | DeskError, bytes?: number) =>
    fail(typeof why === 'string' ? badResponse(why) : why, { status, headers, bytes })
  if (status < 200 || status >= 300) throw await readError(answer, { call, key, refuse })
  if (!answer.isDecoded) {
    await answer.body.cancel()
    throw refuse('content-encoding')
  }
  const readText = () =>
    new Response(answer.body).text().catch(thrown => {
      const isBad = thrown instanceof DeskError && thrown.code === 'bad_service_answer'
      throw isBad ? refuse(thrown) : thrown
    })
  const text = whole ? await readText() : null
  return {
    ...answer,
    refuse,
    async json() {
      const said = text ?? (await readText())
      const body = parseJson(said, key)
      if (body === undefined && said !== '') throw refuse('not JSON', Buffer.byteLength(said))
      return body
    },
  }
}

async function readError(
  { status, headers, body, isDecoded }: Exchange,
  {
    call,
    key,
    refuse,
  }: { call: string; key: string; refuse: (error: DeskError, bytes: number) => DeskError },
): Promise<DeskError> {
  const { text, bytes } = await readStart(body)
  const parsed = isDecoded ? parseJson(text, key) : undefined
  const form = toForm(parsed, { text, headers })
  const error = toServiceError({ call, status, form, body: parsed })
  const isWordless = error.code === 'invalid' && error.sentence === undefined
  const isReadable = form === 'data' && !isWordless && error.code !== 'service_moved'
  return DOCUMENTED.has(status) && isReadable ? error : refuse(error, bytes)
}

/** Reads the start of an error body. Its status counts even when the rest never arrives. */
async function readStart(body: ReadableStream<Uint8Array>): Promise<{ text: string; bytes: number }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > ERROR_BYTES_MAX) break
    }
  } catch {
    // Keep what arrived before the body broke off.
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), bytes }
}

function toForm(parsed: unknown, { text, headers }: { text: string; headers: Headers }): BodyForm {
  if (parsed !== undefined) return 'data'
  if (text.trim() === '') return 'nothing'
  const isHtml =
    toContentType(headers).includes('html') || /^\s*<(!doctype html|html|head|body)\b/i.test(text)
  return isHtml ? 'html' : 'text'
}

/** Parses a text of the service, the only place that does, and masks the key. Undefined when the text is no JSON. */
function parseJson(text: string, key: string): unknown {
  if (text === '') return undefined
  try {
    return withoutKey(JSON.parse(text), { key, text })
  } catch {
    // The parser's message quotes the text, which may contain anything.
    return undefined
  }
}

function badResponse(why: string): DeskError {
  return new DeskError('bad_service_answer', { cause: new UnreadResponse(why) })
}
