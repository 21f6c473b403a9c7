import { expect, test } from 'vitest'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { toMirrored } from '#tests/support/mirror.ts'
import { startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { CREATE_ORACLE } from '#tests/support/resilience/oracles.ts'
import { runAgainst, toCases } from '#tests/support/resilience/run-oracle.ts'

const INPUTS = [1, 2, 3].map(number => ({
  first_name: 'Jörg',
  last_name: `Groß ${number}`,
  email: `joerg.gross.${number}@musterwerk.example`,
}))
const path = '/projects/*/employees'

test.each(toCases(CREATE_ORACLE))(
  '%s: a create ends in "%s", and creates the person once or not at all',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const [input] = INPUTS
    if (!input) throw new Error('There is nobody to make.')
    const run = () => desk.createEmployee(desk.client, EMPTY_PROJECT.id, input)
    const created = await runAgainst(desk, { method: 'POST', path, run }, { fault, outcome })
    const people = await desk.people(EMPTY_PROJECT.id)
    expect(people.map(toMirrored)).toEqual(created ? [created] : [])
    if (created) expect(created).toMatchObject(input)
  },
)

test.each(toCases(CREATE_ORACLE))(
  '%s: a batch ends in "%s", and creates everybody once or nobody',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const run = () => desk.createEmployees(desk.client, EMPTY_PROJECT.id, INPUTS)
    const created = await runAgainst(desk, { method: 'POST', path, run }, { fault, outcome })
    const people = await desk.people(EMPTY_PROJECT.id)
    expect(people.map(toMirrored)).toEqual(created ?? [])
    expect(people).toHaveLength(created ? INPUTS.length : 0)
  },
)

test('a create with a lost answer that cannot be looked up has an unknown outcome', async () => {
  const desk = await startChaosDesk()
  await desk.fault({ method: 'POST', path, answer: { kind: 'drop', phase: 'after' } })
  await desk.fault({ method: 'GET', path, times: 9, answer: { kind: 'status', status: 500 } })
  const [input] = INPUTS
  if (!input) throw new Error('There is nobody to make.')
  const creating = desk.createEmployee(desk.client, EMPTY_PROJECT.id, input)
  await expect(creating).rejects.toMatchObject({ code: 'outcome_unknown' })
  await desk.clearFaults()
  expect(await desk.people(EMPTY_PROJECT.id)).toHaveLength(1)
  expect((await desk.journal()).filter(({ method }) => method === 'POST')).toHaveLength(1)
})
