import { describe, expect, test } from 'vitest'
import type { Project } from '#lib/portrait-api/contract.ts'
import { startDesk } from '#tests/support/desk.ts'
import { askJson } from '#tests/support/mirror.ts'

describe('GET /api/v1/projects', () => {
  test('GET /api/v1/projects answers exactly as the service does, archived projects included', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const { status, body } = await viewer.json<{ data: Project[] }>('GET', '/api/v1/projects')
    expect(status).toBe(200)
    expect(body).toEqual(await askJson(desk.service, '/projects'))
    expect(body.data.map(({ status }) => status)).toContain('archived')
  })

  test('GET /api/v1/projects is never cached, sniffed, framed or rendered', async () => {
    const desk = startDesk()
    const { headers } = await (await desk.signIn()).call('GET', '/api/v1/projects')
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
})

test('GET /api/v1/image-sizes answers exactly as the service does', async () => {
  const desk = startDesk()
  const { status, body } = await (await desk.signIn('viewer')).json('GET', '/api/v1/image-sizes')
  expect(status).toBe(200)
  expect(body).toEqual(await askJson(desk.service, '/image-sizes'))
})
