import { describe, expect, test } from 'vitest'
import { GET, POST } from '#app/offline-worker.js/route.ts'
import { startDesk } from '#tests/support/desk.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'

const ask = (search: string, headers: Record<string, string> = {}) =>
  GET(new Request(`${DESK_ORIGIN}/offline-worker.js${search}`, { headers }), { params: Promise.resolve({}) })

describe('the service worker', () => {
  test('is a script in the language and theme of its address, for everybody, and looked at anew each time', async () => {
    startDesk()
    const answer = await ask('?locale=de&theme=dark', { 'accept-language': 'en' })
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const script = await answer.text()
    expect(script).toContain('Keine Verbindung zur Anwendung')
    expect(script).toContain('data-theme=\\"dark\\"')
  })

  test('takes the language of the browser, and its theme, where its address names none that there are', async () => {
    startDesk()
    for (const search of ['', '?locale=xx&theme=%22onload%3D%22x']) {
      const script = await (await ask(search, { 'accept-language': 'de' })).text()
      expect(script).toContain('Keine Verbindung zur Anwendung')
      expect(script).toContain('data-theme=\\"system\\"')
      expect(script).not.toContain('onload')
    }
  })

  test('is only read', async () => {
    startDesk()
    const answer = await POST(new Request(DESK_ORIGIN, { method: 'POST' }), { params: Promise.resolve({}) })
    expect(answer.status).toBe(405)
  })
})
