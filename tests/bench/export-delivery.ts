import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { archiveResponse } from '#lib/exports/download/archive-response.ts'
import { photoFolder } from '#lib/photo-store/photo-store.ts'
import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { createPortraitClient } from '#lib/portrait-api/client.ts'
import { KeyStatus } from '#lib/portrait-api/key-status.ts'
import { ReadCache } from '#lib/portrait-api/read-cache.ts'
import { RecentRecords } from '#lib/portrait-api/recent-records.ts'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'
import { ServiceNews } from '#lib/portrait-api/service-news.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { PHOTO_PROJECT, type PhotoService } from '#tests/support/photo-service.ts'
import type { Line } from './measures.ts'
import { exportProject } from './photo-export.ts'

const GOALS = { mbPerSecond: 500, growthMb: 64 }
const MB = 1_000_000
const LOOK_EVERY_BYTES = 4 * MB
const FINGERPRINT = 'b'.repeat(32)

/** Prepares 5.6 GB once, then downloads it and discards the bytes, beside `cat` of the same files. */
export async function measureDelivery(service: PhotoService, people: number): Promise<Line[]> {
  process.stderr.write(`3. ${people} photos of 8 MB: prepare, download, download again …\n`)
  const client = connect(service)
  const row = await exportProject(client, { project_id: PHOTO_PROJECT.id, size: null })
  const calls = service.asked.length
  const cat = () => {
    const began = performance.now()
    spawnSync('sh', ['-c', `cat ${join(photoFolder(), FINGERPRINT)}/*/*.jpg > /dev/null`])
    return row.bytes / MB / ((performance.now() - began) / 1000)
  }
  cat()
  const catSpeed = cat()
  const { speed, growth, perCpuSecond } = await download(row)
  return [
    {
      measure: `3 · ${(row.bytes / 1e9).toFixed(1)} GB from the store to nowhere`,
      value: `${speed.toFixed(0)} MB/s`,
      goal: `≥ ${GOALS.mbPerSecond} MB/s`,
      met: speed >= GOALS.mbPerSecond,
    },
    {
      measure: '3 · the same for each second of processor time',
      value: `${perCpuSecond.toFixed(0)} MB`,
      goal: '',
      met: null,
    },
    {
      measure: '3 · cat of the same files (ratio)',
      value: `${catSpeed.toFixed(0)} MB/s (${(speed / catSpeed).toFixed(2)})`,
      goal: '',
      met: null,
    },
    {
      measure: '3 · memory growth while downloading',
      value: `${growth.toFixed(0)} MB`,
      goal: `≤ ${GOALS.growthMb} MB`,
      met: growth <= GOALS.growthMb,
    },
    {
      measure: '3 · calls for photos: preparing, downloading',
      value: `${calls}, ${service.asked.length - calls}`,
      goal: `${people}, 0`,
      met: calls === people && service.asked.length === calls,
    },
  ]
}

/** `perCpuSecond` is meaningful also on a machine with other load. */
type Delivery = { speed: number; growth: number; perCpuSecond: number }

/** Reads the real answer like a socket. */
async function download(row: ExportRow): Promise<Delivery> {
  const wish = {
    part: 1,
    request: new Request('https://desk.example.test/archive'),
    client: null,
    requireClient: () => Promise.reject(new Error('Nothing is missing.')),
  }
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  let bytes = 0
  let lookAt = 0
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  const answer = await archiveResponse(row, wish)
  const reader = answer.body?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (!next || next.done) break
    bytes += next.value.byteLength
    // A read of the memory costs as much as a chunk.
    if (bytes < lookAt) continue
    peak = Math.max(peak, process.memoryUsage.rss())
    lookAt = bytes + LOOK_EVERY_BYTES
  }
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  if (bytes !== row.bytes) throw new Error(`${bytes} bytes came instead of ${row.bytes}.`)
  const perCpuSecond = bytes / MB / ((user + system) / 1e6)
  return { speed: bytes / MB / seconds, growth: (peak - before) / MB, perCpuSecond }
}

/** A service without a limit, because only the desk is measured here. */
function connect({ baseUrl }: PhotoService) {
  const budget = new Budget({ limit: 1e6, windowMs: 1000, reserve: 0, activeMs: 0, interactiveWaitMs: 1000 })
  return createPortraitClient({
    person: '',
    baseUrl,
    key: 'bench',
    keyFingerprint: FINGERPRINT,
    breaker: new Breaker(),
    budget,
    cache: new ReadCache({ keepMs: 0, maxEntries: 0 }),
    quota: new RetryQuota(),
    recent: new RecentRecords(),
    keyStatus: new KeyStatus(),
    news: new ServiceNews(),
  })
}
