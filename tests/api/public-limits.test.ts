import { expect, test } from 'vitest'
import { startDesk } from '#tests/support/desk.ts'

test.each([
  ['PUT', '/api/preferences'],
  ['POST', '/api/setup'],
  ['POST', '/api/invitation'],
  ['POST', '/api/invitation/account'],
  ['POST', '/api/auth/signin/oidc'],
  ['POST', '/api/auth/callback/credentials'],
])('%s %s accepts no more than a form without a session', async (method, path) => {
  const desk = startDesk()
  const visitor = desk.visitor()
  const body = { text: 'x'.repeat(17 * 1024) }
  expect(await visitor.json(method, path, { body })).toMatchObject({ status: 413 })
})
