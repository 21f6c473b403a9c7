import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { Streamed } from '#components/page/streamed.tsx'

test.each([
  ['soon', Promise.resolve('data')],
  ['late', new Promise<string>(() => {})],
])(
  'data that comes %s is inside the same boundary, so that a refresh keeps what was typed',
  async (_, data) => {
    const shown = await Streamed({ data, skeleton: 'skeleton', children: text => text })
    expect(shown.type).toBe(Suspense)
  },
)
