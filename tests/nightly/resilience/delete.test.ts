import { expect, test } from 'vitest'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { CHANGE_ORACLE } from '#tests/support/resilience/oracles.ts'
import { runAgainst, toCases } from '#tests/support/resilience/run-oracle.ts'

test.each(toCases(CHANGE_ORACLE))(
  '%s: a delete ends in "%s", and says "deleted" only of a deleted person',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const before = await desk.people(MIXED_PROJECT.id)
    const [person] = before
    if (!person) throw new Error('The seed has nobody.')
    const run = async () => {
      await desk.deleteEmployee(desk.client, person.id)
      return 'deleted'
    }
    const path = '/employees/*'
    const deleted = await runAgainst(desk, { method: 'DELETE', path, run }, { fault, outcome })
    const gone = (await desk.ask(`/employees/${person.id}`)).status === 404
    expect(gone).toBe(deleted !== null)
  },
)
