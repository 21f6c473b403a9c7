import { setTimeout as wait } from 'node:timers/promises'
import { type ReactNode, Suspense } from 'react'

/**
 * Time after which a skeleton is shown: a first paint with data beats a skeleton, and a skeleton beats a white page.
 */
const FIRST_PAINT_WAIT_MS = 400

type StreamedProps<Data> = {
  data: Promise<Data>
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows data that arrives soon at once, and a skeleton when it takes longer. Both are inside the boundary: when a
 * refresh is faster or slower than the first load, React keeps the page, with its focus and typed text.
 */
export async function Streamed<Data>({ data, skeleton, children }: StreamedProps<Data>) {
  const soon = await Promise.race([data.then(value => ({ value })), wait(FIRST_PAINT_WAIT_MS, null)])
  return (
    <Suspense fallback={skeleton}>
      {soon ? children(soon.value) : <Later data={data}>{children}</Later>}
    </Suspense>
  )
}

async function Later<Data>({ data, children }: Omit<StreamedProps<Data>, 'skeleton'>) {
  return children(await data)
}
