import type { Export } from '#lib/exports/contract.ts'
import type { WorkItem } from '#lib/work/contract.ts'

type Asked = Pick<Export, 'request' | 'created_at'>

/** Whether the same photos in the same form were asked for once more since this download, which came to nothing. */
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

/** The language is that of who asks, and none of what makes two downloads differ. */
function toWish(request: Export['request']): string {
  return JSON.stringify({ ...request, locale: undefined })
}
