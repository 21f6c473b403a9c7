import { expect, test } from 'vitest'
import { connectionInputSchema } from '#lib/contracts/session.ts'

const parse = (key: unknown) => connectionInputSchema.safeParse({ key })

test('a pasted key loses surrounding spaces', () => {
  expect(parse('  pk_0123456789\n').data).toEqual({ key: 'pk_0123456789', scope: 'everybody' })
})

test.each([
  '',
  'short',
  'two words 0123',
  'umlaut-ü-0123456789',
  'x'.repeat(513),
  'line\nbreak-0123',
  7,
  null,
])('the text %j is no key', key => expect(parse(key).success).toBe(false))

test('only the key is taken from the body', () => {
  expect(connectionInputSchema.safeParse({ key: 'pk_0123456789', userId: 'x' }).success).toBe(false)
})
