import 'server-only'
import { connectionsTo, toProxyRefusal } from '#lib/outbound/connections.ts'
import { SignOnError } from './sign-on-error.ts'

/** Limit from the first packet to the last byte, because a user waits for each of these calls. */
const DEADLINE_MS = 3_000
const MAX_BYTES = 256 * 1024

type ProviderRequest = { headers?: Record<string, string>; form?: URLSearchParams }

/**
 * Makes one call to the sign-on provider and reads the whole answer. Follows no redirect, because a redirect could send
 * the code and the client's secret elsewhere. Throws SignOnError `sso_unreachable`.
 */
export async function askProvider(url: string, { headers, form }: ProviderRequest = {}): Promise<Response> {
  try {
    const answer = await fetch(url, {
      ...(form && { method: 'POST', body: form }),
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(DEADLINE_MS),
      dispatcher: connectionsTo(new URL(url), 'provider'),
    } as RequestInit)
    return new Response(await readWhole(answer), { status: answer.status })
  } catch (thrown) {
    if (thrown instanceof SignOnError) throw thrown
    const cause = thrown instanceof Error ? thrown.cause : undefined
    const refusal = toProxyRefusal(cause)
    if (refusal !== null) throw new SignOnError('sso_unreachable', 'proxy_refused', { status: refusal })
    const redirected = cause instanceof Error && cause.message === 'unexpected redirect'
    throw new SignOnError('sso_unreachable', redirected ? 'redirected' : 'no_answer')
  }
}

/** Returns the JSON of an answer with status 200; any other answer throws SignOnError. */
export async function readProviderJson(answer: Response): Promise<unknown> {
  if (answer.status !== 200) throw new SignOnError('sso_unreachable', 'bad_status', { status: answer.status })
  try {
    return await answer.json()
  } catch {
    throw new SignOnError('sso_unreachable', 'not_json')
  }
}

async function readWhole(answer: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!answer.body) return null
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of answer.body) {
    received += chunk.byteLength
    if (received > MAX_BYTES) throw new SignOnError('sso_unreachable', 'too_large')
    chunks.push(chunk)
  }
  return received > 0 ? new Uint8Array(Buffer.concat(chunks)) : null
}
