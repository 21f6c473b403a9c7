import type { Export } from '#lib/exports/contract.ts'
import type { WorkItem } from '#lib/work/contract.ts'

type Asked = Pick<Export, 'request' | 'created_at'>

/** True when the same photos in the same form were requested again after this unsuccessful download. */
export function isAskedAnew({ request, created_at }: Asked, work: readonly WorkItem[] = []): boolean {
  const wish = toWish(request)
  return work.some(
    ({ kind, job }) =>
      kind === 'export' &&
      job.created_at > created_at &&
      ['preparing', 'paused', 'ready'].includes(job.state) &&
      toWish(job.request) === wish,
  )
}

/** Ignores the language: it is the requesting user's, and does not distinguish two downloads. */
function toWish(request: Export['request']): string {
  return JSON.stringify({ ...request, locale: undefined })
}
