import { expect, test } from 'vitest'
import { startSandbox } from './support/start-sandbox.ts'

test.each([
  ['GET', '/projects/999/employees'],
  ['GET', '/projects/abc/employees'],
  ['GET', '/projects/1.5/employees'],
  ['GET', '/projects/-1/employees'],
  ['POST', '/projects/999/employees'],
  ['GET', '/employees/999999'],
  ['GET', '/employees/99999999999999999999'],
  ['PATCH', '/employees/abc'],
  ['DELETE', '/employees/0'],
  ['GET', '/employees/abc/photo'],
  ['GET', '/nowhere'],
  ['GET', '/employees'],
  ['GET', ''],
])('section 7: %s %s is a 404 with a message', async (method, path) => {
  const body = method === 'PATCH' || method === 'POST' ? {} : undefined
  const answer = await startSandbox().api(method, path, { body })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ message: expect.any(String) })
})

test.each([
  ['POST', '/projects', 'GET, HEAD'],
  ['DELETE', '/projects/101/employees', 'GET, HEAD, POST'],
  ['PUT', '/employees/1001', 'GET, HEAD, PATCH, DELETE'],
  ['POST', '/employees/1001/photo', 'GET, HEAD'],
  ['PATCH', '/image-sizes', 'GET, HEAD'],
])('section 4: %s %s is a 405 that names the methods there are', async (method, path, allow) => {
  const answer = await startSandbox().api(method, path)
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(await answer.json()).toMatchObject({ message: expect.any(String) })
})

test('section 4: HEAD is GET without the body', async () => {
  const answer = await startSandbox().api('HEAD', '/projects')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('')
})
