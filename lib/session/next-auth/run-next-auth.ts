import 'server-only'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { parseCookies } from '#lib/http/cookies.ts'
import { API_HEADERS } from '#lib/http/headers.ts'

type NextAuthRequest = {
  /** Path segments after `/api/auth`: `callback`, `credentials`. */
  segments: readonly string[]
  body?: Record<string, unknown>
  options: NextAuthOptions
}

/**
 * Returns next-auth's own answer to a request, with our headers. It is called as if from Next's pages router, because
 * its version for the app router ignores the cookies of the request. With `json` it answers with an address instead of
 * a redirect.
 */
export async function runNextAuth(
  request: Request,
  { segments, body, options }: NextAuthRequest,
): Promise<Response> {
  const url = new URL(request.url)
  const answer = new Answer()
  await Reflect.apply(NextAuth, undefined, [
    {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      cookies: Object.fromEntries(parseCookies(request)),
      query: { ...Object.fromEntries(url.searchParams), nextauth: segments },
      body,
    },
    answer,
    options,
  ])
  return answer.toResponse()
}

/** The part of Node's response that next-auth uses. */
class Answer {
  readonly #headers = new Headers(API_HEADERS)
  #status = 200
  #body: string | null = null

  status(status: number): this {
    this.#status = status
    return this
  }

  getHeader(name: string): string[] | string | undefined {
    return name.toLowerCase() === 'set-cookie'
      ? this.#headers.getSetCookie()
      : (this.#headers.get(name) ?? undefined)
  }

  /** Keeps the desk's own headers about caching. */
  setHeader(name: string, value: string | string[]): this {
    if (/^(cache-control|pragma|expires)$/i.test(name)) return this
    this.#headers.delete(name)
    for (const one of [value].flat()) this.#headers.append(name, one)
    return this
  }

  json(body: unknown): void {
    this.#headers.set('content-type', 'application/json')
    this.#body = JSON.stringify(body)
  }

  send(body: unknown): void {
    if (typeof body === 'object' && body !== null) this.json(body)
    else this.#body = body === undefined ? null : String(body)
  }

  end(): void {}

  toResponse(): Response {
    return new Response(this.#body, { status: this.#status, headers: this.#headers })
  }
}
