import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { RouteHandler } from '#lib/handlers/handler.ts'
import { startDesk } from '#tests/support/desk.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'

const live = async () => ask((await import('#app/api/health/live/route.ts')).GET)
const ready = async () => ask((await import('#app/api/health/ready/route.ts')).GET)
const ask = (GET: RouteHandler) => GET(new Request(DESK_ORIGIN), { params: Promise.resolve({}) })

describe('health checks', () => {
  test('a health check is answered to everybody, without a call to the service', async () => {
    const desk = startDesk()
    for (const [answer, status] of [
      [await live(), 'live'],
      [await ready(), 'ready'],
    ] as const) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ status })
    }
    expect(await desk.service.journal()).toEqual([])
  })

  test('a desk whose database cannot be opened lives but is not ready', async () => {
    const { dataDir } = startDesk()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(
      join(dataDir, 'desk.sqlite'),
      'this is no database, but it is long enough to look like one'.repeat(99),
    )
    expect((await live()).status).toBe(200)
    const answer = await ready()
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'not_ready', reason: 'database' }])
  })
})

test('a desk that stops, or cannot write its disk or database, lives and is not ready', async () => {
  startDesk()
  const reasonOf = async (answer: Promise<Response>) => [
    (await answer).status,
    (await (await answer).json()).reason,
  ]
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec('PRAGMA query_only = ON')
  expect(await reasonOf(ready())).toEqual([503, 'database'])
  getSqlite().exec('PRAGMA query_only = OFF')
  expect((await ready()).status).toBe(200)
  const { beginToStop } = await import('#lib/process/stopping.ts')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  beginToStop()
  expect(await reasonOf(ready())).toEqual([503, 'stopping'])
  expect((await live()).status).toBe(200)
})

test('GET /api/budget tells how many calls are free, to a viewer too', async () => {
  const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '10' } })
  const viewer = await desk.signIn('viewer')
  await viewer.json('GET', '/api/v1/projects')
  expect(await viewer.json('GET', '/api/budget')).toEqual({
    status: 200,
    body: {
      data: {
        limit: 10,
        free: 9,
        nextFreeMs: 0,
        down: false,
        nextTryMs: 0,
        answered: true,
        heardMs: expect.any(Number),
        refused: null,
      },
    },
  })
})
