import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { Streamed } from '#components/page/streamed.tsx'

test.each([
  ['soon', Promise.resolve('data')],
  ['late', new Promise<string>(() => {})],
])(
  'streamed data that comes %s stays in one boundary, so that a refresh keeps typed text',
  async (_, data) => {
    const shown = await Streamed({ data, skeleton: 'skeleton', children: text => text })
    expect(shown.type).toBe(Suspense)
  },
)
