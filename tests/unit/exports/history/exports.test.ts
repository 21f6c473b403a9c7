import { beforeEach, describe, expect, test } from 'vitest'
import type { RunningExport } from '#lib/exports/prepare/running-export.ts'
import { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { heldJobOf } from '#tests/support/held-job.ts'

const ANNA = { id: 'anna', email: 'anna@example.com', role: 'viewer' } as const
const BERTA = { ...ANNA, id: 'berta' }
const OWNER = { user: ANNA, client: null }
const ADMIN = { ...ANNA, id: 'chef', role: 'admin' } as const

beforeEach(() => void applySettings())

const open = async () => ({
  ...(await import('#lib/exports/history/exports.ts')),
  ...(await import('#lib/exports/prepare/to-export.ts')),
  ...(await import('#lib/exports/prepare/export-job.ts')),
  ...(await import('#lib/jobs/engine.ts')),
  ...(await import('#lib/jobs/job.ts')),
  store: (await import('#lib/store/export-store.ts')).getExportStore(),
})

function runningOf(id: string): RunningExport {
  const memory = {
    firstPage: null,
    sizeChanges: 0,
    isComparing: false,
    comparisonsFailed: 0,
    peopleRead: null,
    doubts: new PhotoDoubts(),
    pins: new Map(),
  }
  return { ...heldJobOf('export', exportRowOf({ id })), ...memory }
}

describe('an export as browsers get it', () => {
  test('the remaining time is unknown while people are read or no desk works on the export', async () => {
    const { toExport, getHeldJobs } = await open()
    const row = exportRowOf()
    getHeldJobs().set(row.id, runningOf(row.id))
    expect(toExport(row, OWNER)).toMatchObject({ total: null, eta_seconds: null })
    expect(toExport(exportRowOf({ total: 5 }), OWNER)).toMatchObject({ total: 5, eta_seconds: null })
  })

  test('the time is estimated from the open photos, unknown while paused and zero at the end', async () => {
    const { toExport, getHeldJobs } = await open()
    const row = exportRowOf({ total: 500, done: 20, failed: 10 })
    getHeldJobs().set(row.id, runningOf(row.id))
    // 470 photos: 120 at once, 350 at two a second.
    expect(toExport(row, OWNER).eta_seconds).toBeGreaterThanOrEqual(175)
    expect(toExport(row, OWNER).eta_seconds).toBeLessThan(200)
    expect(toExport({ ...row, state: 'paused' }, OWNER).eta_seconds).toBeNull()
    expect(toExport({ ...row, state: 'ready' }, OWNER).eta_seconds).toBe(0)
  })

  test('exports with the same key share it: each names the others and counts their photos', async () => {
    const { toExport, getHeldJobs } = await open()
    const row = exportRowOf({ total: 200 })
    const alone = runningOf(row.id)
    getHeldJobs().set(row.id, alone)
    const { eta_seconds: before } = toExport(row, OWNER)
    expect(toExport(row, OWNER).beside).toBe(0)
    const otherKey = { ...alone.client, keyFingerprint: '0'.repeat(32) }
    const others = [{ left: 500 }, { left: 60 }, { left: 0 }, { left: 99, client: otherKey }]
    for (const [index, other] of others.entries())
      getHeldJobs().set(`other ${index}`, { ...runningOf(`other ${index}`), ...other })
    const shared = toExport(row, OWNER)
    expect(shared.beside).toBe(2)
    // 200 + 200 + 60 photos in bursts of 120 a minute, instead of 200.
    expect((shared.eta_seconds ?? 0) - (before ?? 0)).toBe(120)
    expect(toExport({ ...row, state: 'ready' }, OWNER).beside).toBe(0)
  })

  test('an administrator with another key may not download the photos of an export', async () => {
    const { toExport } = await open()
    const row = exportRowOf()
    const same = fakeClient({})
    const other = { ...same, keyFingerprint: '0'.repeat(32) }
    const told = (user: typeof ANNA | typeof ADMIN, client: typeof same | null) =>
      toExport(row, { user, client }).may_download
    expect([told(ANNA, null), told(ADMIN, same)]).toEqual([true, true])
    expect([told(ADMIN, other), told(ADMIN, null)]).toEqual([false, false])
  })

  test('an export for browsers never holds the key’s fingerprint or the owner’s id', async () => {
    const { toExport } = await open()
    const text = JSON.stringify(toExport(exportRowOf({ owner_id: 'secret-id' }), OWNER))
    expect(text).not.toContain('f'.repeat(32))
    expect(text).not.toContain('secret-id')
  })
})

describe('an export', () => {
  test('an export is visible to its owner and administrators, and does not exist for others', async () => {
    const { EXPORTS, requireJob, listExports, store } = await open()
    const row = exportRowOf()
    await store.create(row, NO_QUOTA)
    for (const user of [ANNA, ADMIN]) {
      expect((await requireJob(EXPORTS, user, row.id)).id).toBe(row.id)
      expect((await listExports(user, { page: 1 })).total).toBe(1)
    }
    await expect(requireJob(EXPORTS, BERTA, row.id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await listExports(BERTA, { page: 1 })).total).toBe(0)
  })

  test('an export gives its photos to its owner, and to an administrator with the same key', async () => {
    const { requireOwnExport, store } = await open()
    const row = exportRowOf()
    await store.create(row, NO_QUOTA)
    const same = fakeClient({})
    const other = { ...same, keyFingerprint: '0'.repeat(32) }
    expect((await requireOwnExport(ANNA, row.id, null)).id).toBe(row.id)
    expect((await requireOwnExport(ADMIN, row.id, same)).id).toBe(row.id)
    for (const client of [other, null])
      await expect(requireOwnExport(ADMIN, row.id, client)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(requireOwnExport(BERTA, row.id, same)).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(['preparing', 'paused'] as const)(
    'an export that is %s is cancelled, and its calls end',
    async state => {
      const { EXPORTS, cancelJob, getHeldJobs, store } = await open()
      const row = exportRowOf({ state })
      const running = runningOf(row.id)
      await store.create(row, NO_QUOTA)
      getHeldJobs().set(row.id, running)
      await cancelJob(EXPORTS, row, { by: ADMIN })
      expect(await store.find(row.id)).toMatchObject({
        ...{ state: 'cancelled', pause_reason: null },
        cancelled_by: { id: ADMIN.id, email: ADMIN.email },
      })
      expect(running.cancellation.signal.reason).toMatchObject({ code: 'cancelled' })
    },
  )

  test.each(['ready', 'failed', 'expired'] as const)('an export that is %s stays as it is', async state => {
    const { EXPORTS, cancelJob, store } = await open()
    const row = exportRowOf({ state })
    await store.create(row, NO_QUOTA)
    await cancelJob(EXPORTS, row, { by: ADMIN })
    expect(await store.find(row.id)).toEqual(row)
  })
})
