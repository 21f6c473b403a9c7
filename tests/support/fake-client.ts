import { vi } from 'vitest'
import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import type { PhotoDownload, PortraitClient } from '#lib/portrait-api/client.ts'
import { KeyStatus } from '#lib/portrait-api/key-status.ts'
import { RecentRecords } from '#lib/portrait-api/recent-records.ts'
import { ServiceNews } from '#lib/portrait-api/service-news.ts'

/** A client without a service: a call that the test does not supply fails the test. */
export function fakeClient(calls: Partial<PortraitClient>): PortraitClient {
  const budget = new Budget({
    limit: 120,
    windowMs: 60_000,
    reserve: 0,
    activeMs: 0,
    interactiveWaitMs: 10_000,
  })
  const unexpected = (name: string) => async () => {
    throw new Error(`The test did not expect ${name}.`)
  }
  return {
    keyFingerprint: 'f'.repeat(32),
    budget,
    breaker: new Breaker(),
    person: '',
    lineOf: ({ lane = 'interactive' }) => lane,
    mayRefresh: () => true,
    recent: new RecentRecords(),
    keyStatus: new KeyStatus(),
    news: new ServiceNews(),
    listProjects: vi.fn(unexpected('listProjects')),
    listEmployees: vi.fn(unexpected('listEmployees')),
    searchEmployees: vi.fn(unexpected('searchEmployees')),
    createEmployee: vi.fn(unexpected('createEmployee')),
    createEmployees: vi.fn(unexpected('createEmployees')),
    getEmployee: vi.fn(unexpected('getEmployee')),
    updateEmployee: vi.fn(unexpected('updateEmployee')),
    deleteEmployee: vi.fn(unexpected('deleteEmployee')),
    downloadPhoto: vi.fn(unexpected('downloadPhoto')),
    judgePhotoQuery: vi.fn(unexpected('judgePhotoQuery')),
    listImageSizes: vi.fn(unexpected('listImageSizes')),
    readImageSizes: vi.fn(unexpected('readImageSizes')),
    ...calls,
  }
}

/** A download of these bytes in pieces; `breaksWith` fails it at the end with that error. */
export function downloadOf(
  bytes: Uint8Array,
  { contentLength = bytes.length, breaksWith }: { contentLength?: number | null; breaksWith?: Error } = {},
): PhotoDownload {
  const contentType = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg'
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = bytes.subarray(at, at + 5)
      at += piece.length
      if (piece.length > 0) controller.enqueue(Uint8Array.from(piece))
      else if (breaksWith) controller.error(breaksWith)
      else controller.close()
    },
  })
  return { contentType, contentLength, body, refuse: error => error }
}
