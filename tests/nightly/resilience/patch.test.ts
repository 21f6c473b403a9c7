import { expect, test } from 'vitest'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { CHANGE_ORACLE } from '#tests/support/resilience/oracles.ts'
import { runAgainst, toCases } from '#tests/support/resilience/run-oracle.ts'

const EMAIL = 'new.address@musterwerk.example'

test.each(toCases(CHANGE_ORACLE))(
  '%s: a new address ends in "%s", and is invited once or not at all',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const people = await desk.people(MIXED_PROJECT.id)
    const person = people.find(({ invited_at, uploaded_at }) => invited_at && !uploaded_at)
    if (!person) throw new Error('The seed has nobody who was invited.')
    // No person is changed without a prior read: the log contains the old values.
    desk.client.recent.see(person)
    const run = () => desk.updateEmployee(desk.client, person.id, { email: EMAIL })
    const updated = await runAgainst(desk, { method: 'PATCH', path: '/employees/*', run }, { fault, outcome })
    const now = (await desk.people(MIXED_PROJECT.id)).find(({ id }) => id === person.id)
    expect(now?.email).toBe(updated ? EMAIL : person.email)
    if (updated) expect(updated).toMatchObject({ data: { email: EMAIL }, meta: { invitation_resent: true } })
    const invitations = (await desk.outbox()).filter(({ to }) => to === EMAIL)
    expect(invitations).toHaveLength(updated ? 1 : 0)
  },
)
