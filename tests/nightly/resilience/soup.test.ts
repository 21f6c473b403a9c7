import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectWithinLimit, SMALL, startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'

const CODES = ['service_unreachable', 'bad_service_answer', 'outcome_unknown']
const NUMBERS = [1, 2, 3, 4, 5, 6]

test('many callers with every sixth call failing end with right results, and nothing twice', async () => {
  const desk = await startChaosDesk()
  const before = await desk.people(MIXED_PROJECT.id)
  const [deleted, changed] = [before.slice(0, 6), before.slice(6, 12)]
  const photos = NUMBERS.map(number => 1000 + number)
  for (const [skip, answer] of [
    { kind: 'drop' },
    { kind: 'drop', phase: 'after' },
    { kind: 'status', status: 500 },
    { kind: 'cut', bytes: 20 },
    { kind: 'status', status: 500, phase: 'after' },
  ].entries())
    await desk.fault({ skip: skip * 6 + 4, answer: answer as Parameters<typeof desk.fault>[0]['answer'] })

  const settle = async <Value>(run: Promise<Value>) =>
    run.then(
      value => ({ ok: true as const, value }),
      (thrown: unknown) => ({ ok: false as const, code: desk.toDeskError(thrown).code }),
    )
  const inputs = NUMBERS.map(number => ({
    first_name: 'Neu',
    last_name: `Person ${number}`,
    email: `soup.${number}@musterwerk.example`,
  }))
  const [creates, patches, deletes, pictures, lists] = await Promise.all([
    Promise.all(inputs.map(input => settle(desk.createEmployee(desk.client, MIXED_PROJECT.id, input)))),
    Promise.all(changed.map(({ id }) => settle(desk.updateEmployee(desk.client, id, { last_name: 'Neu' })))),
    Promise.all(deleted.map(({ id }) => settle(desk.deleteEmployee(desk.client, id)))),
    Promise.all(
      photos.map(employeeId =>
        settle(desk.getPhoto(desk.client, { employeeId, variant: 'standard', size: SMALL }, {})),
      ),
    ),
    Promise.all(
      NUMBERS.map(page => settle(desk.listEmployees(desk.client, LARGE_PROJECT.id, { per_page: 20, page }))),
    ),
  ])

  const all = [...creates, ...patches, ...deletes, ...pictures, ...lists]
  for (const result of all) if (!result.ok) expect(CODES).toContain(result.code)
  await desk.clearFaults()
  const after = await desk.people(MIXED_PROJECT.id)
  const everybody = [
    ...after,
    ...(await desk
      .ask(`/projects/${MIXED_PROJECT.id}/employees?per_page=200&page=2`)
      .then(async answer => ((await answer.json()) as { data: typeof after }).data)),
  ]
  for (const [index, { email }] of inputs.entries()) {
    const made = everybody.filter(employee => employee.email === email).length
    if (creates[index]?.ok) expect(made).toBe(1)
    else expect(made).toBeLessThanOrEqual(1)
  }
  for (const [index, { id }] of deleted.entries())
    if (deletes[index]?.ok) expect(everybody.some(employee => employee.id === id)).toBe(false)
  for (const [index, { id }] of changed.entries())
    if (patches[index]?.ok) expect(everybody.find(employee => employee.id === id)?.last_name).toBe('Neu')
  for (const [index, id] of photos.entries()) {
    const picture = pictures[index]
    if (!picture?.ok) continue
    const real = await desk.ask(`/employees/${id}/photo?size=${SMALL}`)
    expect(readFileSync(picture.value.path).equals(Buffer.from(await real.arrayBuffer()))).toBe(true)
  }
  for (const list of lists) if (list.ok) expect(list.value.data).toHaveLength(20)

  const journal = await desk.journal()
  expectWithinLimit(journal)
  expect(journal.filter(({ status, fault }) => status === 429 && fault === null)).toEqual([])
  expect(journal.filter(({ method }) => method === 'PATCH' || method === 'DELETE')).toHaveLength(12)
  expect(journal.filter(({ fault }) => fault !== null)).toHaveLength(5)
})
