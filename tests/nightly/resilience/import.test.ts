import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportRow } from '#lib/contracts/import-rows.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import {
  draftImport,
  expectTrueAccount,
  importEnded,
  importPaused,
  importRow,
  importRows,
  outcomesOf,
  peopleAtService,
  pressStart,
  sendImport,
} from '#tests/support/imports.ts'
import { FAULTS } from '#tests/support/resilience/faults.ts'

const PROJECT = EMPTY_PROJECT.id
const PEOPLE = 1100

/** Returns how many people the service has created, whatever happened to its answers. */
async function countMade(desk: Desk): Promise<number> {
  const { data } = (await (await desk.service.ask(`/projects/${PROJECT}/employees?per_page=1`)).json()) as {
    data: { id: number }[]
  }
  const first = data[0]?.id ?? 0
  const people = await peopleAtService(desk.service, PROJECT)
  return Math.max(...people.map(({ id }) => id)) - first + 1
}

describe('an import of 1,100 people', () => {
  const passing = Object.entries(FAULTS).filter(
    ([name]) => !/without end|401|Retry-After|drip|latency/.test(name),
  )
  test.each([
    ...passing.map(([name, { answer }]) => [name, { answer }] as const),
    ['a 409', { answer: { kind: 'status', status: 409, body: { message: 'Busy.' } }, times: 3 }] as const,
    ['a 429', { answer: { kind: 'status', status: 429, headers: { 'retry-after': '0' } } }] as const,
    ['no answer at all', { answer: { kind: 'drop', phase: 'after' }, times: 2 }] as const,
  ])('an import is done once and reported truly when the third call meets %s', async (_, fault) => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await desk.service.fault({ method: 'POST', skip: 2, ...fault })
    const end = await importEnded(editor, await sendImport(editor, PROJECT, importRows(PEOPLE)))
    expect(end).toMatchObject({ state: 'done', error: null })
    expect(outcomesOf(end)).toEqual({ created: PEOPLE })
    await expectTrueAccount(desk.service, end)
    // Ids are assigned in sequence, so a lost duplicate would leave a gap.
    expect(await countMade(desk)).toBe(PEOPLE)
  })

  test('an import survives a different failure of every third call, reads included', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const ways: FaultRequest['answer'][] = [
      { kind: 'drop', phase: 'after' },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 500, phase: 'after' },
      { kind: 'cut', bytes: 40, withLength: false },
      { kind: 'drop' },
      { kind: 'status', status: 409 },
      { kind: 'html', status: 502 },
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    ]
    const draft = await draftImport(editor, PROJECT, importRows(PEOPLE))
    for (const [index, answer] of ways.entries()) await desk.service.fault({ skip: index * 2 + 3, answer })
    await pressStart(editor, draft, { expected: { create: PEOPLE, update: 0 } })
    const end = await importEnded(editor, draft)
    expect(outcomesOf(end)).toEqual({ created: PEOPLE })
    await expectTrueAccount(desk.service, end)
    expect(await countMade(desk)).toBe(PEOPLE)
  })

  test('an import cancelled while an answer is lost reports exactly who was created', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await desk.service.fault({ method: 'POST', skip: 2, times: 99, answer: { kind: 'drop', phase: 'after' } })
    await desk.service.fault({ method: 'GET', skip: 2, times: 999, answer: { kind: 'status', status: 500 } })
    const started = await sendImport(editor, PROJECT, importRows(PEOPLE))
    await importPaused(editor, started)
    await desk.service.portal('DELETE', '/faults')
    await editor.json('DELETE', `/api/imports/${started.id}`)
    const end = await importEnded(editor, started)
    const made = (await peopleAtService(desk.service, PROJECT)).length
    expect(made).toBeGreaterThanOrEqual(600)
    expect(outcomesOf(end)).toEqual({ created: made, not_sent: PEOPLE - made })
    await expectTrueAccount(desk.service, end)
  })
})

test('two users sending the same list create nobody twice, and each learns who created whom', async () => {
  const desk = startDesk()
  const [anna, ben] = await Promise.all([desk.signIn(), desk.signIn()])
  const rows = importRows(PEOPLE)
  const drafts = await Promise.all([anna, ben].map(person => draftImport(person, PROJECT, rows)))
  await desk.service.fault({ method: 'POST', skip: 3, answer: { kind: 'drop', phase: 'after' } })
  const start = { expected: { create: PEOPLE, update: 0 } }
  const [one, two] = drafts
  if (!one || !two) throw new Error('Two lists were drafted.')
  // The answer is delayed until both imports have got the same counts.
  await desk.service.fault({ method: 'POST', answer: { kind: 'delay', ms: 1500 } })
  const answers = await Promise.all([pressStart(anna, one, start), pressStart(ben, two, start)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [first, second] = await Promise.all([importEnded(anna, one), importEnded(ben, two)])
  await expectTrueAccount(desk.service, first)
  await expectTrueAccount(desk.service, second)
  expect(await countMade(desk)).toBe(PEOPLE)
  const [made, made2] = [first, second].map(({ rows }) => rows.filter(({ outcome }) => outcome === 'created'))
  expect((made?.length ?? 0) + (made2?.length ?? 0)).toBe(PEOPLE)
  const others = new Set(made2?.map(({ row }) => row))
  expect(made?.filter(({ row }) => others.has(row))).toEqual([])
  expect([first.counts.already_there, second.counts.already_there]).toEqual([made2?.length, made?.length])
})

test('a lost call that was never done claims no person created by another list', async () => {
  const desk = startDesk()
  const [anna, ben] = await Promise.all([desk.signIn(), desk.signIn()])
  const rows = importRows(300)
  await desk.service.fault({ method: 'POST', times: 6, answer: { kind: 'drop' } })
  const lost = await sendImport(anna, PROJECT, rows)
  await importPaused(anna, lost)
  // The pause keeps the import from resuming by itself.
  await anna.json('POST', `/api/imports/${lost.id}/pause`)
  await desk.service.portal('DELETE', '/faults')
  const second = await importEnded(ben, await sendImport(ben, PROJECT, rows))
  expect(outcomesOf(second)).toEqual({ created: 300 })
  await anna.json('POST', `/api/imports/${lost.id}/resume`)
  const first = await importEnded(anna, lost)
  expect(outcomesOf(first)).toEqual({ already_there: 300 })
  await expectTrueAccount(desk.service, first)
  expect(await countMade(desk)).toBe(300)
})

test('a change whose answer was lost is looked up, and invites nobody twice', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = await peopleAtService(desk.service, MIXED_PROJECT.id)
  const invited = people.filter(({ invited_at, uploaded_at }) => invited_at && !uploaded_at).slice(0, 5)
  const rows = invited.map((person, index) =>
    importRow(index + 1, {
      first_name: person.first_name,
      last_name: person.last_name,
      email: `neu.${index}@import.example`,
      mitarbeiternummer: person.mitarbeiternummer,
    }),
  )
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  for (const [skip, answer] of [
    { kind: 'drop', phase: 'after' } as const,
    { kind: 'drop' } as const,
    { kind: 'status', status: 500, phase: 'after' } as const,
  ].entries())
    await desk.service.fault({ method: 'PATCH', skip, answer })
  await pressStart(editor, draft, { update_rows: 'all', expected: { create: 0, update: 5 } })
  const end = await importEnded(editor, draft)
  expect(end.rows.map(({ outcome, invitation_resent }) => [outcome, invitation_resent])).toEqual(
    invited.map(() => ['updated', true]),
  )
  const outbox = (await desk.service.portal('GET', '/outbox')) as { to: string }[]
  for (const index of invited.keys())
    expect(outbox.filter(({ to }) => to === `neu.${index}@import.example`)).toHaveLength(1)
})

/** The fault of each row; nothing for a good one. */
const mixes = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Partial<ImportRow['values']>>({}) },
    fc.constantFrom<Partial<ImportRow['values']>>(
      { email: '' },
      { email: 'keine Adresse' },
      { first_name: ' ' },
      { last_name: 'x'.repeat(101) },
      { locale: 'Klingonisch' },
      { mitarbeiternummer: '1,2E+11' },
    ),
  ),
  { minLength: 1, maxLength: 450 },
)
const mishaps = fc.array(
  fc.constantFrom<FaultRequest['answer']>(
    { kind: 'drop', phase: 'after' },
    { kind: 'drop' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 409 },
  ),
  { maxLength: 1 },
)
/** Positions in the first call that the service refuses. */
const refusals = fc.uniqueArray(fc.nat(EMPLOYEES_PER_CREATE - 1), { maxLength: 12 })

test('any mix of bad rows leads to exactly the good ones, each once', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  let next = 1
  let total = 0
  await fc.assert(
    fc.asyncProperty(mixes, mishaps, refusals, async (mix, answers, refused) => {
      const from = next
      next += mix.length
      const rows = mix.map((values, index) => importRow(from + index, values))
      const good = rows.filter((_, index) => Object.keys(mix[index] ?? {}).length === 0)
      const named = good.slice(0, EMPLOYEES_PER_CREATE).filter((_, index) => refused.includes(index))
      const refusal = named.map(row => [`employees.${good.indexOf(row)}.email`, ['No.']])
      const draft = await draftImport(editor, PROJECT, rows)
      await desk.service.portal('DELETE', '/faults')
      if (named.length > 0)
        await desk.service.fault({
          method: 'POST',
          answer: {
            kind: 'status',
            status: 422,
            body: { message: 'No.', errors: Object.fromEntries(refusal) },
          },
        })
      for (const answer of answers) await desk.service.fault({ method: 'POST', skip: 1, answer })
      await pressStart(editor, draft, { expected: { create: good.length, update: 0 } })
      const end = await importEnded(editor, draft)
      const wanted = good.filter(row => !named.includes(row)).map(({ row }) => row)
      const made = end.rows.filter(({ outcome }) => outcome === 'created').map(({ row }) => row)
      expect(made).toEqual(wanted)
      expect(end.counts).toMatchObject({ refused: named.length, waiting: 0, open: 0, unknown: 0 })
      await expectTrueAccount(desk.service, end)
      total += made.length
      expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(total)
    }),
    { numRuns: 12 },
  )
})
