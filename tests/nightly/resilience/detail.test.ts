import { expect, test } from 'vitest'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { toMirrored } from '#tests/support/mirror.ts'
import { startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { READ_ORACLE } from '#tests/support/resilience/oracles.ts'
import { runAgainst, toCases } from '#tests/support/resilience/run-oracle.ts'

test.each(toCases(READ_ORACLE))(
  '%s: reading a person ends in "%s", and never returns part of a person',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const [person] = await desk.people(MIXED_PROJECT.id)
    if (!person) throw new Error('The seed has nobody.')
    const run = () => desk.getEmployee(desk.client, person.id)
    const shown = await runAgainst(desk, { method: 'GET', path: '/employees/*', run }, { fault, outcome })
    if (shown) expect(shown).toEqual(toMirrored(person))
  },
)
