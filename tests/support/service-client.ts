import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { createPortraitClient } from '#lib/portrait-api/client.ts'
import { KeyStatus } from '#lib/portrait-api/key-status.ts'
import { ReadCache } from '#lib/portrait-api/read-cache.ts'
import { RecentRecords } from '#lib/portrait-api/recent-records.ts'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'
import { ServiceNews } from '#lib/portrait-api/service-news.ts'

/** The desk's own client of the service at this address, with a free budget for its person. */
export function createServiceClient(origin: string, news = new ServiceNews()) {
  return createPortraitClient({
    person: 'anna',
    baseUrl: `${origin}/api/v1`,
    key: 'pk_canary_0123456789',
    keyFingerprint: 'f'.repeat(32),
    budget: new Budget({ limit: 100, windowMs: 60_000, reserve: 0, activeMs: 0, interactiveWaitMs: 10_000 }),
    breaker: new Breaker(),
    cache: new ReadCache({ keepMs: 60_000, maxEntries: 10 }),
    quota: new RetryQuota(),
    recent: new RecentRecords(),
    keyStatus: new KeyStatus(),
    news,
  })
}
