import { expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

test('metrics without the database contain everything else, and the outage is logged once', async () => {
  const told: { event: string }[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(JSON.parse(line)))
  applySettings({
    DATABASE_URL: `postgres://desk@localhost/desk?host=${encodeURIComponent(createTempFolder())}`,
  })
  const { collectMetrics } = await import('#lib/observe/collect.ts')
  const { getMetrics } = await import('#lib/metrics.ts')
  collectMetrics()
  const text = await getMetrics().registry.metrics()
  expect(text).toMatch(/^desk_breaker_open 0$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).not.toMatch(/^desk_(?:sessions|database_bytes|jobs)\b/m)
  await getMetrics().registry.metrics()
  expect(told.map(({ event }) => event)).toEqual(['metric_not_read'])
  const { logHeldLines } = await import('#lib/log-some.ts')
  logHeldLines()
  expect(told).toMatchObject([{ event: 'metric_not_read', level: 'warn' }, { more: 5 }])
})
