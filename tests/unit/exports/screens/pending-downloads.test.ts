import { beforeEach, expect, test, vi } from 'vitest'
import { awaitDownload, keepPromises, notifyWhenReady } from '#components/exports/card/pending-downloads.ts'
import { pressDownload } from '#components/ui/browser/press-download.ts'
import type { Export } from '#lib/exports/contract.ts'

vi.mock('#components/ui/browser/press-download.ts', () => ({ pressDownload: vi.fn() }))

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
  vi.mocked(pressDownload).mockClear()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

function exportOf(change: Partial<Export> = {}): Export {
  const ready = {
    id: crypto.randomUUID(),
    state: 'ready',
    total: 3,
    done: 3,
    failed: 0,
    error: null,
    may_download: true,
  }
  return { ...ready, ...change } as Export
}

test('an archive is downloaded once in the tab that waits for it, and in no other', async () => {
  const [awaited, other] = [exportOf(), exportOf()]
  awaitDownload(awaited.id)
  keepPromises({ ...awaited, state: 'preparing' }, '')
  expect(pressDownload).not.toHaveBeenCalled()
  await Promise.all([keepPromises(awaited, ''), keepPromises(awaited, ''), keepPromises(other, '')])
  expect(vi.mocked(pressDownload).mock.calls).toEqual([[`/api/exports/${awaited.id}/archive`]])
})

test('an incomplete archive of a cancelled export is not downloaded in any tab', async () => {
  const job = exportOf({ done: 2 })
  awaitDownload(job.id)
  keepPromises(job, '')
  expect(pressDownload).not.toHaveBeenCalled()
})

test('the requested one of several archives is downloaded', async () => {
  const job = exportOf()
  awaitDownload(job.id, 3)
  keepPromises(job, '')
  expect(vi.mocked(pressDownload).mock.calls).toEqual([[`/api/exports/${job.id}/archive?part=3`]])
})

test.each([
  ['was cancelled', { state: 'cancelled' as const }],
  ['holds nobody', { done: 0 }],
  ['may not be downloaded with this key', { may_download: false }],
])('an archive that %s is not handed over', async (_, change) => {
  const job = exportOf(change)
  awaitDownload(job.id)
  keepPromises(job, '')
  expect(pressDownload).not.toHaveBeenCalled()
})

test('a requested notification is shown once', async () => {
  stubNotification('granted')
  const job = exportOf()
  notifyWhenReady(job.id)
  keepPromises(job, 'Ready')
  keepPromises(job, 'Ready')
  expect(shown).toEqual(['Ready'])
  expect(pressDownload).not.toHaveBeenCalled()
})

test('no notification is shown without a request, or after the permission was withdrawn', async () => {
  stubNotification('granted')
  const job = exportOf()
  awaitDownload(job.id)
  keepPromises(job, 'Ready')
  stubNotification('denied')
  const other = exportOf()
  notifyWhenReady(other.id)
  keepPromises(other, 'Ready')
  expect(shown).toEqual([])
})

test('a browser that grants permission and then refuses to notify stops nothing', async () => {
  stubNotification('granted', () => {
    throw new TypeError('Illegal constructor')
  })
  const job = exportOf()
  notifyWhenReady(job.id)
  expect(() => keepPromises(job, 'Ready')).not.toThrow()
})
