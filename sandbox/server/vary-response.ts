import type { SandboxContext } from '../context.ts'
import type { Rules } from '../state/rules.ts'
import { toFields } from '../variations/changes.ts'
import type { Fields, Refusal, Reply, Sent, ServiceCall, Variation } from '../variations/variation.ts'

type Circumstances = {
  context: SandboxContext
  prefix: string
  work: (request: Request) => Promise<Response>
}
type Kind = 'project' | 'employee' | 'size'

/** The answer of `work`, changed by the active variations. Unchanged without any. */
export async function varyResponse(
  request: Request,
  { context, prefix, work }: Circumstances,
): Promise<Response> {
  const { variations, store } = context
  const active = variations.active()
  if (active.length === 0 || request.method === 'HEAD') return work(request)
  const { idsFrom } = variations.rules()
  const inside = withPath(request, path => shiftIds(path, -idsFrom))
  const { pathname, searchParams: query } = new URL(inside.url)
  const call = { method: request.method, path: pathname.slice(prefix.length), query }
  const answer = await work(inside)
  const varied = answer.ok
    ? await varySuccess(answer, { active, call, idsFrom })
    : await varyRefusal(answer, active)
  for (const { variation, done } of answer.ok ? variations.toCome() : []) {
    if (!variation.meanwhile?.(store.state, call)) continue
    done()
    store.save()
  }
  return varied
}

type Success = { active: Variation[]; call: ServiceCall; idsFrom: Rules['idsFrom'] }

async function varySuccess(answer: Response, { active, call, idsFrom }: Success): Promise<Response> {
  const isPhoto = answer.headers.get('content-type')?.startsWith('image/') ?? false
  if (isPhoto) return send(answer.status, answer, { active, as: 'photo' })
  const kind = toKind(call.path)
  const body: Fields | undefined = answer.body ? toFields(await answer.json()) : undefined
  const vary = (record: unknown) =>
    active.reduce(
      (fields, variation) => (kind && variation[kind]?.(fields)) ?? fields,
      toOutside(toFields(record), idsFrom),
    )
  const data = Array.isArray(body?.data) ? body.data.map(vary) : body?.data && vary(body.data)
  const links = body?.links ? { links: { next: shiftUrl(toFields(body.links).next, idsFrom) } } : {}
  const usual: Reply = { status: answer.status, body: body && { ...body, ...links, data } }
  const reply = active.reduce((soFar, { reply }) => reply?.(soFar, call) ?? soFar, usual)
  if (!reply.body) return new Response(null, { status: reply.status, headers: answer.headers })
  return send(reply.status, Response.json(reply.body, { headers: answer.headers }), { active, as: 'json' })
}

async function varyRefusal(answer: Response, active: Variation[]): Promise<Response> {
  const refusal: Refusal = { message: '', ...toFields(await answer.json()), status: answer.status }
  const change = active.findLast(({ refusal }) => refusal)?.refusal
  if (!change) {
    const { status: _, ...body } = refusal
    return send(answer.status, Response.json(body, { headers: answer.headers }), { active, as: 'json' })
  }
  const { type, text } = change(refusal)
  const headers = new Headers(answer.headers)
  if (type === null) headers.delete('content-type')
  else headers.set('content-type', type)
  return send(answer.status, new Response(new TextEncoder().encode(text), { headers }), {
    active,
    as: 'json',
  })
}

async function send(
  status: number,
  answer: Response,
  { active, as }: { active: Variation[]; as: 'json' | 'photo' },
): Promise<Response> {
  const usual: Sent = { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  const { headers, bytes } = active.reduce((sent, variation) => variation[as]?.(sent) ?? sent, usual)
  return new Response(bytes, { status, headers })
}

function toKind(path: string): Kind | null {
  if (path === '/projects') return 'project'
  if (path === '/image-sizes') return 'size'
  return path.includes('/employees') ? 'employee' : null
}

function toOutside(record: Fields, idsFrom: number): Fields {
  if (idsFrom === 0) return record
  const shifted: Fields = { ...record }
  for (const name of ['id', 'project_id'])
    if (typeof record[name] === 'number') shifted[name] = record[name] + idsFrom
  if (!record.photo) return shifted
  const photo = toFields(record.photo)
  const urls = { standard_url: photo.standard_url, transparent_url: photo.transparent_url }
  const moved = Object.entries(urls).map(([name, url]) => [name, shiftUrl(url, idsFrom)])
  return { ...shifted, photo: { ...photo, ...Object.fromEntries(moved) } }
}

function shiftUrl(url: unknown, by: number): unknown {
  return typeof url === 'string' ? shiftIds(url, by) : url
}

/** Adds `by` to the ids in a path or an address. */
function shiftIds(path: string, by: number): string {
  return path.replace(
    /(\/(?:projects|employees)\/)(\d+)/,
    (_, before, id) => before + String(Number(id) + by),
  )
}

function withPath(request: Request, toPath: (path: string) => string): Request {
  const url = new URL(request.url)
  const path = toPath(url.pathname)
  if (path === url.pathname) return request
  url.pathname = path
  const { method, headers, body, signal } = request
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) })
}
