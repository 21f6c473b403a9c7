import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { type ChaosDesk, SMALL, startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { until } from '#tests/support/until.ts'

const PERSON = 1001

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
    'an aborted %s ends its call before a slow service has answered',
    async (_, read) => {
      const desk = await startChaosDesk()
      await desk.fault({ answer })
      const caller = new AbortController()
      const reading = expect(read(desk, caller.signal)).rejects.toMatchObject({ name: 'TimeoutError' })
      await until('the call is open', async () => (await desk.journal()).some(({ open }) => open))
      caller.abort(new DOMException('The caller has waited long enough.', 'TimeoutError'))
      await reading
      await until('no call is open', async () => (await desk.journal()).every(({ open }) => !open))
      expect((await desk.journal()).map(({ outcome }) => outcome)).toEqual(['aborted'])
      expect(desk.storedFiles()).toEqual([])
      await read(desk, new AbortController().signal)
    },
  )
})
