import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import { z } from 'zod'
import { invalidInput, readJson, toFieldErrors } from '../http/invalid-input.ts'

const newKey = z.object({ data: z.object({ key: z.string() }) })

const refusal = z.object({ message: z.string() })

/**
 * A form gets the page as its answer (303, so that a reload sends nothing twice). A new key or a refusal gets a page of
 * its own, because neither belongs in an address.
 */
export const answerForms = createMiddleware(async (c, next) => {
  const sendsForm = isForm(c)
  await next()
  if (!sendsForm) return
  const back = toBackUrl(c.req.header('referer'), c.req.url)
  const answer: unknown = await c.res
    .clone()
    .json()
    .catch(() => null)
  const key = newKey.safeParse(answer)
  const refused = refusal.safeParse(answer)
  if (key.success) {
    c.res = await c.html(toNotice('The new key. It is shown this once only.', key.data.data.key, back), 201)
  } else if (refused.success) {
    c.res = await c.html(toNotice('That did not work.', refused.data.message, back), 422)
  } else {
    c.res = c.redirect(back, 303)
  }
})

/** The checked body of a control call: JSON, the fields of a form, or nothing at all. */
export async function readInput<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const result = schema.safeParse(await readBody(c))
  if (!result.success) throw invalidInput(toFieldErrors(result.error))
  return result.data
}

async function readBody(c: Context): Promise<unknown> {
  if (isForm(c)) return c.req.parseBody({ dot: true })
  const type = c.req.header('content-type')
  return type === undefined || type.startsWith('text/plain') ? {} : readJson(c.req.raw)
}

function isForm(c: Context): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(
    c.req.header('content-type') ?? '',
  )
}

function toNotice(title: string, text: string, back: string) {
  return html`<!doctype html><meta charset="utf-8"><title>${title}</title>
<body style="font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1 style="font-size:1.25rem">${title}</h1><p><code>${text}</code></p><p><a href="${back}">Back to the portal</a></p>`
}

/** Path and query of the page with the form, never of another site. */
function toBackUrl(referer: string | undefined, requestUrl: string): string {
  const from = referer && URL.canParse(referer) ? new URL(referer) : null
  if (from?.origin !== new URL(requestUrl).origin || from.pathname !== '/portal') return '/portal'
  return from.pathname + from.search
}
