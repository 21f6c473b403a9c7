import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeskError, DeskErrorOptions, ErrorCode } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

beforeEach(() => void applySettings())

const open = () => import('#lib/employees/lost-responses.ts')
const made = (id: number, changes: Partial<Employee> = {}) =>
  readyEmployee({ id, status: 'pending', ...changes })
const inputOf = ({ first_name, last_name, email }: Employee) => ({ first_name, last_name, email })
const clientWith = (people: Employee[]) => fakeClient({ listEmployees: vi.fn(async () => pageOf(people)) })
const clientThatSays = (getEmployee: PortraitClient['getEmployee']) => fakeClient({ getEmployee })

/** Returns an error of the freshly loaded modules. */
async function errorOf(code: ErrorCode, options?: DeskErrorOptions): Promise<DeskError> {
  return new (await import('#lib/errors.ts')).DeskError(code, options)
}

describe('an answer', () => {
  test.each(['service_unreachable', 'service_timeout', 'bad_service_answer'] satisfies ErrorCode[])(
    'an answer is lost after %s, unless the call was never sent',
    async code => {
      const { isLostResponse } = await open()
      expect(isLostResponse(await errorOf(code))).toBe(true)
      expect(isLostResponse(await errorOf(code, { neverSent: true }))).toBe(false)
    },
  )

  test.each(['invalid', 'conflict', 'not_found', 'busy', 'key_rejected'] satisfies ErrorCode[])(
    'an answer is not lost when it was %s',
    async code => {
      const { isLostResponse } = await open()
      expect(isLostResponse(await errorOf(code))).toBe(false)
    },
  )
})

describe('a create', () => {
  test('a create is found by the e-mails, in the order of the inputs, whatever their case', async () => {
    const { findCreated } = await open()
    const [one, two] = [made(1), made(2)]
    const inputs = [{ ...inputOf(two), email: two.email.toUpperCase() }, inputOf(one)]
    expect(await findCreated(clientWith([one, two]), 7, inputs)).toEqual([two, one])
  })

  test('a create is found although its status is unknown to the desk', async () => {
    const { findCreated } = await open()
    const person = made(1, { status: 'registered' })
    expect(await findCreated(clientWith([person]), 7, [inputOf(person)])).toEqual([person])
  })

  test.each([
    ['is there', []],
    ['with this e-mail has this name', [made(1, { last_name: 'Other' })]],
    ['with this e-mail is new', [made(1, { status: 'edited' })]],
  ])('a create was not done when nobody %s', async (_, people) => {
    const { findCreated } = await open()
    expect(await findCreated(clientWith(people), 7, [inputOf(made(1))])).toBeNull()
  })

  test('a create was not done when a person of the batch is missing', async () => {
    const { findCreated } = await open()
    expect(await findCreated(clientWith([made(1)]), 7, [made(1), made(2)].map(inputOf))).toBeNull()
  })

  test('a create is found although the service normalised its values', async () => {
    const { findCreated } = await open()
    const person = made(1, { first_name: 'Zo\u00eb Ann', email: 'zo\u00eb@example.com' })
    const input = { ...inputOf(person), first_name: ' Zoe\u0308  Ann', email: 'Zoe\u0308@example.com' }
    expect(await findCreated(clientWith([person]), 7, [input])).toEqual([person])
  })

  const OTHERS = [2, 3, 4, 5].map(id => made(id))
  test.each([
    ['has sent a photo', [made(1, { status: 'uploaded' })]],
    ['was corrected', [made(1, { last_name: 'Other' })]],
    ['has left', []],
  ])('an earlier create counts as done although one of its people %s since', async (_, first) => {
    const { findCreatedBefore } = await open()
    const inputs = [made(1), ...OTHERS].map(inputOf)
    const client = clientWith([...first, ...OTHERS])
    expect(await findCreatedBefore(client, 7, inputs)).toEqual([first[0] ?? null, ...OTHERS])
  })

  test('an earlier create counts as not done when only a few of its people exist from before', async () => {
    const { findCreatedBefore } = await open()
    const inputs = [made(1), ...OTHERS].map(inputOf)
    expect(await findCreatedBefore(clientWith([made(1), made(2)]), 7, inputs)).toBeNull()
    const namesakes = OTHERS.map(person => ({ ...person, first_name: 'Somebody', last_name: 'Else' }))
    expect(await findCreatedBefore(clientWith(namesakes), 7, inputs)).toBeNull()
  })

  test('a create has an unknown outcome when the service cannot be asked', async () => {
    const { findCreated } = await open()
    await expect(findCreated(fakeClient({}), 7, [inputOf(made(1))])).rejects.toMatchObject({
      code: 'outcome_unknown',
    })
  })
})

describe('a change', () => {
  test('a change was done when every sent field has its value, as the service says', async () => {
    const { findUpdated } = await open()
    const client = clientThatSays(vi.fn(async () => made(1, { last_name: 'Neu' })))
    expect(await findUpdated(client, 1, { last_name: 'Neu' })).toMatchObject({ data: { last_name: 'Neu' } })
    expect(await findUpdated(client, 1, { last_name: 'Neu', first_name: 'Anders' })).toBeNull()
    const options = { fresh: true, lane: 'interactive', changes: true }
    expect(client.getEmployee).toHaveBeenCalledWith(1, options)
  })

  const BEFORE = made(1, { locale: 'en' })
  const FORMS: [string, Record<string, unknown>, Partial<Employee>][] = [
    ['composed', { first_name: 'Zoe\u0308' }, { first_name: 'Zo\u00eb' }],
    ['with one blank', { last_name: ' von  Wei\u00df' }, { last_name: 'von Wei\u00df' }],
    ['in small letters', { email: 'Zoe\u0308@Example.com' }, { email: 'zo\u00eb@example.com' }],
    ['as a text', { mitarbeiternummer: 4711 }, { mitarbeiternummer: '4711' }],
    ['as the language that it is', { locale: null }, { locale: 'de' }],
  ]

  test.each(FORMS)(
    'an update counts as done although the service stored %s, but not while nothing changed',
    async (_, update, kept) => {
      const { findUpdated } = await open()
      const after = { ...BEFORE, ...kept }
      const client = clientThatSays(async () => after)
      expect(await findUpdated(client, 1, update, { before: BEFORE })).toMatchObject({ data: kept })
      expect(await findUpdated(client, 1, update, { before: after })).toBeNull()
      // Another field with the sent value shows that the call has arrived.
      const both = { last_name: after.last_name, ...update }
      const before = { ...after, last_name: 'Vorher', first_name: 'Vorher' }
      expect(await findUpdated(client, 1, both, { before })).toMatchObject({ data: kept })
    },
  )

  test('a change to the default language does not count as done for a person never seen', async () => {
    const { findUpdated } = await open()
    const client = clientThatSays(async () => BEFORE)
    expect(await findUpdated(client, 1, { locale: null })).toBeNull()
    const none = clientThatSays(async () => ({ ...BEFORE, locale: null }))
    expect(await findUpdated(none, 1, { locale: null })).toMatchObject({ data: { locale: null } })
  })

  test('a change was not done when the field has another value, however it is written', async () => {
    const { findUpdated } = await open()
    const client = clientThatSays(async () => BEFORE)
    for (const update of [
      { last_name: 'Ander' },
      { mitarbeiternummer: 1 },
      { locale: 'de' },
      { email: null },
    ])
      expect(await findUpdated(client, 1, update)).toBeNull()
  })

  const OTHER = 'other@example.com'
  test.each([
    [true, OTHER, { uploaded_at: null }],
    [false, OTHER, {}],
    [false, OTHER, { uploaded_at: null, invited_at: null }],
    [false, made(1).email, { uploaded_at: null }],
    [false, undefined, { uploaded_at: null }],
  ])(
    'a change sent an invitation (%s) by the rule of section 3 when %s was the address before',
    async (resent, emailBefore, facts) => {
      const { findUpdated } = await open()
      const employee = made(1, facts)
      const client = clientThatSays(async () => employee)
      const before = emailBefore === undefined ? {} : { email: emailBefore }
      const updated = await findUpdated(client, 1, { email: employee.email }, { before })
      expect(updated?.meta.invitation_resent).toBe(resent)
    },
  )
})

test('a change in doubt is looked up, and sent only when it was not made', async () => {
  const { updateEmployee } = await import('#lib/employees/employees.ts')
  const there = made(1, { last_name: 'Neu' })
  const update = vi.fn(async () => ({ data: there, meta: { invitation_resent: false } }))
  const clientOf = (person: Employee) =>
    fakeClient({ getEmployee: async () => person, updateEmployee: update })
  await updateEmployee(clientOf(there), 1, { last_name: 'Neu' }, { inDoubt: true })
  expect(update).not.toHaveBeenCalled()
  await updateEmployee(clientOf(made(1)), 1, { last_name: 'Neu' }, { inDoubt: true })
  expect(update).toHaveBeenCalledOnce()
})

describe('a delete', () => {
  test('a deletion is done on not_found, not done when the person exists, and unknown otherwise', async () => {
    const { isGone } = await open()
    const fails = (code: ErrorCode) =>
      clientThatSays(async () => {
        throw await errorOf(code)
      })
    expect(await isGone(fails('not_found'), 1)).toBe(true)
    expect(
      await isGone(
        clientThatSays(async () => made(1)),
        1,
      ),
    ).toBe(false)
    await expect(isGone(fails('service_timeout'), 1)).rejects.toMatchObject({ code: 'outcome_unknown' })
  })

  test('a deletion in doubt is looked up, and sent only when it has not happened', async () => {
    const { deleteEmployee } = await import('#lib/employees/employees.ts')
    const gone = clientThatSays(async () => {
      throw await errorOf('not_found')
    })
    await deleteEmployee(gone, 1, { inDoubt: true })
    const deleteEmployeeAtService = vi.fn(async () => {})
    const there = fakeClient({ getEmployee: async () => made(1), deleteEmployee: deleteEmployeeAtService })
    await deleteEmployee(there, 1, { inDoubt: true })
    expect(deleteEmployeeAtService).toHaveBeenCalledOnce()
  })
})
