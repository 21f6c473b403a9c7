import { beforeEach, expect, test, vi } from 'vitest'
import { addRunningExport, notifyWhenReady } from '#components/exports/card/change-running-exports.ts'
import { tellEnd } from '#components/exports/card/tell-end.ts'

let shown: string[]

function stubNotification(
  permission: NotificationPermission,
  construct = (words: string) => shown.push(words),
) {
  class Recorded {
    static permission = permission
    constructor(words: string) {
      construct(words)
    }
  }
  vi.stubGlobal('Notification', Recorded)
}

beforeEach(() => {
  shown = []
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

function startExport({ wished }: { wished: boolean }): string {
  const id = crypto.randomUUID()
  addRunningExport(id, 'Leipzig')
  if (wished) notifyWhenReady(id)
  return id
}

test('who wished to be told is told, once', () => {
  stubNotification('granted')
  const id = startExport({ wished: true })
  tellEnd(id, 'Ready')
  tellEnd(id, 'Ready')
  expect(shown).toEqual(['Ready'])
})

test('nobody is told without a wish, or after the browser has withdrawn its permission', () => {
  stubNotification('granted')
  tellEnd(startExport({ wished: false }), 'Ready')
  stubNotification('denied')
  tellEnd(startExport({ wished: true }), 'Ready')
  expect(shown).toEqual([])
})

test('a browser that gives permission and then refuses to show it stops nothing', () => {
  stubNotification('granted', () => {
    throw new TypeError('Illegal constructor')
  })
  expect(() => tellEnd(startExport({ wished: true }), 'Ready')).not.toThrow()
})
