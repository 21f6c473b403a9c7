import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { until } from '#tests/support/until.ts'
import { type ChaosDesk, SMALL, startChaosDesk } from './support/chaos-desk.ts'

const PERSON = 1001
const PATIENCE_MS = 200
const WITHIN_MS = 1000

const READS: Record<string, (desk: ChaosDesk, signal: AbortSignal) => Promise<unknown>> = {
  list: (desk, signal) => desk.listEmployees(desk.client, LARGE_PROJECT.id, { per_page: 200 }, { signal }),
  detail: (desk, signal) => desk.getEmployee(desk.client, PERSON, { signal }),
  photo: (desk, signal) =>
    desk.getPhoto(desk.client, { employeeId: PERSON, variant: 'standard', size: SMALL }, { signal }),
}

const SLOW: Record<string, FaultRequest['answer']> = {
  'says nothing': { kind: 'delay', ms: 60_000 },
  'drips its body': { kind: 'drip', bytesPerSecond: 50 },
}

describe.each(Object.entries(SLOW))('a service that %s', (_, answer) => {
  test.each(Object.entries(READS))(
    'holds nobody: an aborted %s ends its call within a second',
    async (_, read) => {
      const desk = await startChaosDesk()
      await desk.fault({ answer })
      const began = performance.now()
      await expect(read(desk, AbortSignal.timeout(PATIENCE_MS))).rejects.toMatchObject({
        name: 'TimeoutError',
      })
      await until('no call is open', async () => (await desk.journal()).every(({ open }) => !open), WITHIN_MS)
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS + WITHIN_MS)
      expect(desk.storedFiles()).toEqual([])
      await read(desk, new AbortController().signal)
    },
  )
})
