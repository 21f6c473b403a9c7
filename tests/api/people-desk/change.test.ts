import { describe, expect, test } from 'vitest'
import { changedMeanwhileSchema } from '#lib/employees/change-contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { CANARY_KEY, type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { getServiceUrl } from '#tests/support/desk-env.ts'
import { askJson, findPerson, toMirrored } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const invited = (desk: Desk) =>
  findPerson(
    desk.service,
    MIXED_PROJECT.id,
    ({ invited_at, uploaded_at }) => invited_at !== null && uploaded_at === null,
  )
const read = async (desk: Desk, id: number) =>
  (await askJson<{ data: Employee }>(desk.service, `/employees/${id}`)).data
const change = (person: Person, id: number, body: unknown) =>
  person.json<{ code: string; current?: unknown; data?: unknown; meta?: unknown }>(
    'PATCH',
    `/api/employees/${id}`,
    { body },
  )
/** A change at the service that does not pass through this desk. */
const changeElsewhere = (id: number, body: Partial<Employee>) =>
  fetch(`${getServiceUrl()}/employees/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${CANARY_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const methodsOf = async (desk: Desk) => (await desk.service.journal()).map(({ method }) => method)

describe('PATCH /api/employees/{employeeId}', () => {
  test('a change of an unknown person reads them first, and answers as the mirror does', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const before = await invited(desk)
    const email = 'new.address@example.com'
    const answer = await change(editor, before.id, { changes: { email }, shown: { email: before.email } })
    const after = await read(desk, before.id)
    expect(after).toEqual({ ...before, email, invited_at: after.invited_at })
    expect(answer).toEqual({
      status: 200,
      body: { data: toMirrored(after), meta: { invitation_resent: true } },
    })
    expect(await methodsOf(desk)).toEqual(['GET', 'PATCH'])
  })

  test('a change of a field that has changed since is refused, and both values are shown', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const before = await invited(desk)
    await changeElsewhere(before.id, { last_name: 'Schneider', locale: 'en' })
    const body = { changes: { last_name: 'Schuster' }, shown: { last_name: before.last_name } }
    const answer = await change(editor, before.id, body)
    expect(answer).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(changedMeanwhileSchema.parse(answer.body.current)).toEqual(
      toMirrored({ ...before, last_name: 'Schneider', locale: 'en' }),
    )
    expect((await read(desk, before.id)).last_name).toBe('Schneider')

    const decided = await change(editor, before.id, { ...body, shown: { last_name: 'Schneider' } })
    expect(decided.status).toBe(200)
    expect((await read(desk, before.id)).last_name).toBe('Schuster')
  })

  test('a change does not ask about other fields, nor about a field with the wanted value', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const before = await invited(desk)
    await changeElsewhere(before.id, { first_name: 'Maria', last_name: 'Schneider' })
    const answer = await change(editor, before.id, {
      changes: { locale: 'en', last_name: 'Schneider' },
      shown: { locale: before.locale, last_name: before.last_name },
    })
    expect(answer.status).toBe(200)
    expect(await read(desk, before.id)).toMatchObject({
      first_name: 'Maria',
      last_name: 'Schneider',
      locale: 'en',
    })
  })

  test('a change reads the person again only when the cached record is older than 3 s', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { id, first_name } = await invited(desk)
    stopClock()
    await change(editor, id, { changes: { first_name: 'Ada' }, shown: { first_name } })
    await passMs(3_000)
    await change(editor, id, { changes: { first_name: 'Bea' }, shown: { first_name: 'Ada' } })
    expect(await methodsOf(desk)).toEqual(['GET', 'PATCH', 'PATCH'])
    await passMs(3_001)
    await change(editor, id, { changes: { first_name: 'Cia' }, shown: { first_name: 'Bea' } })
    expect(await methodsOf(desk)).toEqual(['GET', 'PATCH', 'PATCH', 'GET', 'PATCH'])
  })

  test('a change knows what another person has saved while it was waiting for the service', async () => {
    const desk = startDesk()
    const [editor, other] = [await desk.signIn(), await desk.signIn()]
    const before = await invited(desk)
    const path = `/api/v1/employees/${before.id}`
    stopClock()
    await other.json('GET', path)
    await passMs(3_001)
    await desk.service.fault({ method: 'GET', answer: { kind: 'delay', ms: 1_000, phase: 'after' } })
    const body = { changes: { last_name: 'Schuster' }, shown: { last_name: before.last_name } }
    const asking = change(editor, before.id, body)
    await until('the service has read the person', async () => (await methodsOf(desk)).length === 2)
    await passMs(1)
    const saved = await other.json('PATCH', path, { body: { last_name: 'Schneider' } })
    expect(saved.status).toBe(200)
    await passMs(1_000)
    expect(await asking).toMatchObject({
      ...{ status: 409, body: { code: 'changed_meanwhile', current: { last_name: 'Schneider' } } },
    })
    expect((await read(desk, before.id)).last_name).toBe('Schneider')
  })

  test.each([
    ['texts-normalised', { first_name: 'Zoe\u0308' }, { first_name: 'Zo\u00eb' }],
    ['texts-normalised', { last_name: 'von  Wei\u00df' }, { last_name: 'von Wei\u00df' }],
    ['locale-null-resolved', { locale: null }, { locale: 'de' }],
  ] as const)(
    'a change is found again after a lost answer (%s, %j), and can be saved again',
    async (variation, changes, kept) => {
      const desk = startDesk({ sandbox: { variations: [variation] } })
      const editor = await desk.signIn()
      const before = await findPerson(desk.service, MIXED_PROJECT.id, ({ locale }) => locale === 'en')
      await desk.service.fault({ method: 'PATCH', answer: { kind: 'drop', phase: 'after' } })
      const [field] = Object.keys(changes) as [keyof Employee]
      const lost = await change(editor, before.id, { changes, shown: { [field]: before[field] } })
      expect(lost).toMatchObject({ status: 200, body: { data: kept } })
      expect(await methodsOf(desk)).toEqual(['GET', 'PATCH', 'GET'])
      const again = await change(editor, before.id, { changes, shown: kept })
      expect([again.status, (await read(desk, before.id))[field]]).toEqual([200, kept[field as never]])
    },
  )

  test('a change to a value that the service has stored in its own form is no conflict', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { id, last_name } = await invited(desk)
    await changeElsewhere(id, { last_name: 'von Wei\u00df' })
    const body = { changes: { last_name: 'von  Wei\u00df' }, shown: { last_name } }
    expect((await change(editor, id, body)).status).toBe(200)
  })

  test('a change of letter case alone mails nobody without consent: a service may invite again', async () => {
    const desk = startDesk({ sandbox: { variations: ['emails-compared-exactly'] } })
    const editor = await desk.signIn()
    const { id, email } = await invited(desk)
    const body = { changes: { email: email.toUpperCase() }, shown: { email } }
    expect(await change(editor, id, { ...body, unasked: true })).toMatchObject({
      ...{ status: 409, body: { code: 'would_invite' } },
    })
    expect(await change(editor, id, body)).toMatchObject({
      ...{ status: 200, body: { meta: { invitation_resent: true } } },
    })
  })

  test('a change can be taken back by the change in the other direction', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const before = await invited(desk)
    await change(editor, before.id, {
      changes: { first_name: 'Ada' },
      shown: { first_name: before.first_name },
    })
    const undone = await change(editor, before.id, {
      changes: { first_name: before.first_name },
      shown: { first_name: 'Ada' },
    })
    expect([undone.status, await read(desk, before.id)]).toEqual([200, before])
  })

  test('a change sends no mail without consent, whatever the page knew of the invitation', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const before = await invited(desk)
    const body = { changes: { email: 'half@example.co' }, shown: { email: before.email }, unasked: true }
    expect(await change(editor, before.id, body)).toMatchObject({
      ...{ status: 409, body: { code: 'would_invite' } },
    })
    expect(await read(desk, before.id)).toEqual(before)
    const other = { changes: { first_name: 'Ada' }, shown: { first_name: before.first_name }, unasked: true }
    expect((await change(editor, before.id, other)).status).toBe(200)
    const same = { changes: { email: before.email }, shown: { email: before.email }, unasked: true }
    expect((await change(editor, before.id, same)).status).toBe(200)
    expect(await change(editor, before.id, { ...body, unasked: false })).toMatchObject({
      ...{ status: 200, body: { meta: { invitation_resent: true } } },
    })
  })

  test('a change leaves the rules to the service: a value that breaks ours can be put back', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const person = await invited(desk)
    const { id, email } = person
    for (const changes of [
      { first_name: '' },
      { last_name: 'x'.repeat(120) },
      { email: 'no address' },
      { locale: 'fr' },
    ]) {
      const [field = ''] = Object.keys(changes)
      const body = { changes, shown: { [field]: Reflect.get(person, field) } }
      const answer = await editor.json('PATCH', `/api/employees/${id}`, { body })
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    }
    expect((await methodsOf(desk)).filter(method => method === 'PATCH')).toHaveLength(4)
    const spaced = {
      changes: { mitarbeiternummer: ' 17 ' },
      shown: { mitarbeiternummer: person.mitarbeiternummer },
    }
    expect((await change(editor, id, spaced)).status).toBe(200)
    expect(await read(desk, id)).toMatchObject({ email, mitarbeiternummer: ' 17 ' })
  })

  test('a change of a field that its person did not see, or that does not exist, is refused', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    for (const body of [
      { changes: { last_name: 'Neu' }, shown: {} },
      { changes: { last_name: 'Neu' } },
      { changes: { status: 'edited' }, shown: { status: 'pending' } },
    ])
      expect(await change(editor, 1001, body)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await desk.service.journal()).toEqual([])
  })

  test('a change of a person who is gone is not_found', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const body = { changes: { last_name: 'Neu' }, shown: { last_name: 'Alt' } }
    expect(await change(editor, 999_999, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('a change is logged with the earlier values, also those of another person', async () => {
    const desk = startDesk()
    const [editor, admin] = [await desk.signIn(), await desk.signIn('admin')]
    const { id } = await invited(desk)
    await changeElsewhere(id, { last_name: 'Schneider' })
    await change(editor, id, {
      changes: { last_name: 'Schuster' },
      shown: { last_name: 'Schneider' },
    })
    const { body } = await admin.json<{ data: { action: string; details: unknown }[] }>(
      'GET',
      '/api/activity',
    )
    expect(body.data[0]).toMatchObject({
      action: 'employee_changed',
      details: { changes: [{ field: 'last_name', old: 'Schneider', new: 'Schuster' }] },
    })
  })
})
