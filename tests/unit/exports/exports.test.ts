import { beforeEach, describe, expect, test } from 'vitest'
import { type ExportJob, toExport } from '#lib/exports/export-job.ts'
import { addExport, cancelExport, requireExport } from '#lib/exports/exports.ts'
import type { User } from '#lib/session/contract.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { readyEmployee } from '#tests/support/people.ts'

const ANNA: User = { id: 'anna', email: 'anna@example.com', role: 'viewer' }
const DAY_MS = 24 * 60 * 60_000

function jobOf(changes: Partial<ExportJob> = {}): ExportJob {
  return {
    id: crypto.randomUUID(),
    ownerId: ANNA.id,
    request: { project_id: 7, variant: 'standard', size: null },
    createdAt: new Date(),
    fileName: 'portraits.zip',
    cancellation: new AbortController(),
    budgetState: () => fakeClient({}).budget.state(),
    state: 'preparing',
    total: null,
    failed: 0,
    included: [],
    problems: [],
    unpins: [],
    error: null,
    archive: null,
    ...changes,
  }
}

const includedOf = (bytes: number) => ({
  entry: { employee: readyEmployee(), editedAt: '', fileName: '000001.jpg' },
  photo: { path: '/nowhere', bytes, crc32: 0, sha256: '' },
})

beforeEach(() => void Reflect.deleteProperty(globalThis, 'portraitDesk'))

describe('what browsers are told', () => {
  test('while the people are read the time is unknown', () => {
    expect(toExport(jobOf())).toMatchObject({
      state: 'preparing',
      total: null,
      eta_seconds: null,
      bytes: 0,
      done: 0,
    })
  })

  test('while photos come there is a time, and the bytes so far', () => {
    const told = toExport(jobOf({ total: 300, failed: 1, included: [includedOf(7), includedOf(5)] }))
    expect(told).toMatchObject({ done: 2, failed: 1, bytes: 12 })
    expect(told.eta_seconds).toBeGreaterThan(60)
  })

  test('at the end the time is nothing and the bytes are those of the archive', () => {
    const archive = { size: 99, write: async function* () {} }
    expect(toExport(jobOf({ state: 'ready', total: 1, included: [includedOf(7)], archive }))).toMatchObject({
      eta_seconds: 0,
      bytes: 99,
    })
  })

  test('nothing but the answer of the contract', () => {
    expect(JSON.stringify(toExport(jobOf({ included: [includedOf(7)] })))).not.toMatch(/nowhere|anna/)
  })
})

describe('the exports of the desk', () => {
  test('belong to who started them', () => {
    const job = jobOf()
    addExport(job)
    expect(requireExport(ANNA, job.id)).toBe(job)
    expect(() => requireExport({ ...ANNA, id: 'ben' }, job.id)).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
    expect(() => requireExport(ANNA, 'x')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('are forgotten after a day, but never while they are being prepared', () => {
    const createdAt = new Date(Date.now() - DAY_MS - 1000)
    const [old, busy, fresh] = [
      jobOf({ createdAt, state: 'ready' }),
      jobOf({ createdAt }),
      jobOf({ state: 'ready' }),
    ]
    for (const job of [old, busy, fresh]) addExport(job)
    addExport(jobOf())
    expect(() => requireExport(ANNA, old.id)).toThrow()
    expect(requireExport(ANNA, busy.id)).toBe(busy)
    expect(requireExport(ANNA, fresh.id)).toBe(fresh)
  })

  test('that are cancelled abort their calls with a reason, once; those that ended stay as they are', () => {
    const job = jobOf()
    cancelExport(job)
    expect([job.state, job.cancellation.signal.reason]).toEqual([
      'cancelled',
      expect.objectContaining({ code: 'cancelled' }),
    ])
    for (const state of ['ready', 'failed'] as const) {
      const ended = jobOf({ state })
      cancelExport(ended)
      expect([ended.state, ended.cancellation.signal.aborted]).toEqual([state, false])
    }
  })
})
