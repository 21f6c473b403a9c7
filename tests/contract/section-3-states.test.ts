import { describe, expect, test } from 'vitest'
import { EMPTY_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { employeeUpdateResponse } from './support/specification.ts'
import { startSandbox, type TestSandbox } from './support/start-sandbox.ts'
import { findEmployee, getEmployee, newEmployee } from './support/walk.ts'

type Mail = { to: string; kind: string; locale: string }

async function createInvited(sandbox: TestSandbox): Promise<number> {
  const answer = await sandbox.api('POST', `/projects/${EMPTY_PROJECT.id}/employees`, { body: newEmployee() })
  const { data } = await answer.json()
  await sandbox.portal('POST', `/projects/${EMPTY_PROJECT.id}/send-invitations`)
  return data.id
}

async function outbox({ portal }: TestSandbox): Promise<Mail[]> {
  return (await (await portal('GET', '/outbox')).json()).data
}

test('section 3: a created employee is pending and not invited, and the call sends no mail', async () => {
  const sandbox = startSandbox()
  const answer = await sandbox.api('POST', `/projects/${EMPTY_PROJECT.id}/employees`, { body: newEmployee() })
  const { data } = await answer.json()
  expect(data).toMatchObject({ status: 'pending', invited_at: null, uploaded_at: null })
  expect(data.photo).toEqual({ approved: false, edited_at: null, standard_url: null, transparent_url: null })
  expect(await outbox(sandbox)).toEqual([])
})

test('section 3: a photo goes through invite, upload, edit and approve', async () => {
  const sandbox = startSandbox()
  const id = await createInvited(sandbox)
  expect((await getEmployee(sandbox, id)).invited_at).not.toBeNull()
  await sandbox.portal('POST', `/employees/${id}/upload`)
  expect(await getEmployee(sandbox, id)).toMatchObject({ status: 'uploaded', photo: { edited_at: null } })
  await sandbox.portal('POST', `/employees/${id}/edit`)
  expect(await getEmployee(sandbox, id)).toMatchObject({ status: 'edited', photo: { approved: false } })
  await sandbox.portal('POST', `/employees/${id}/approve`)
  const { photo } = await getEmployee(sandbox, id)
  expect(photo.approved && photo.standard_url && photo.transparent_url).toBeTruthy()
})

test('section 3: a retake withdraws the approval, and the new photo has a later edited_at', async () => {
  const sandbox = startSandbox({ now: () => Date.parse('2026-11-20T10:00:00Z') })
  const id = await createInvited(sandbox)
  for (const step of ['upload', 'edit', 'approve']) await sandbox.portal('POST', `/employees/${id}/${step}`)
  const before = (await getEmployee(sandbox, id)).photo.edited_at
  await sandbox.portal('POST', `/employees/${id}/retake`)
  const retake = await getEmployee(sandbox, id)
  expect(retake).toMatchObject({ status: 'retake', photo: { approved: false, standard_url: null } })
  for (const step of ['upload', 'edit', 'approve']) await sandbox.portal('POST', `/employees/${id}/${step}`)
  const after = await getEmployee(sandbox, id)
  expect(after.photo.approved).toBe(true)
  expect(after.photo.edited_at).not.toBe(before)
})

describe('section 3: the state machine refuses impossible steps and changes nothing', () => {
  const ways: [string[], string[]][] = [
    [[], ['edit', 'finish', 'approve', 'retake']],
    [['upload'], ['upload', 'finish', 'approve']],
    [
      ['upload', 'edit'],
      ['upload', 'finish'],
    ],
    [
      ['upload', 'edit', 'approve'],
      ['upload', 'finish', 'approve'],
    ],
    [
      ['upload', 'retake'],
      ['edit', 'finish', 'approve', 'retake'],
    ],
    [
      ['upload', 'edit', 'retake'],
      ['edit', 'finish', 'approve', 'retake'],
    ],
    [
      ['upload', 'edit', 'retake', 'upload'],
      ['upload', 'finish', 'approve'],
    ],
  ]
  test.each(ways)('section 3: a photo after %j cannot go to %j', async (way, refused) => {
    const sandbox = startSandbox()
    const id = await createInvited(sandbox)
    for (const step of way) await sandbox.portal('POST', `/employees/${id}/${step}`)
    const before = await getEmployee(sandbox, id)
    for (const step of refused)
      expect(await sandbox.portalStatus('POST', `/employees/${id}/${step}`)).toBe(409)
    expect(await getEmployee(sandbox, id)).toEqual(before)
  })
})

test('section 3: an employee without an invitation cannot upload', async () => {
  const sandbox = startSandbox()
  const { id } = await findEmployee(sandbox, MIXED_PROJECT.id, ({ invited_at }) => invited_at === null)
  expect(await sandbox.portalStatus('POST', `/employees/${id}/upload`)).toBe(409)
})

test('section 2, Employee.photo: a cut-out may be finished after the JPEG, without another edit', async () => {
  const sandbox = startSandbox()
  const id = await createInvited(sandbox)
  await sandbox.portal('POST', `/employees/${id}/upload`)
  await sandbox.portal('POST', `/employees/${id}/edit`, { transparent: false })
  await sandbox.portal('POST', `/employees/${id}/approve`)
  const before = await getEmployee(sandbox, id)
  expect(before.photo.transparent_url).toBeNull()
  await sandbox.portal('POST', `/employees/${id}/finish`)
  const after = await getEmployee(sandbox, id)
  expect(after.photo.transparent_url).not.toBeNull()
  expect(after.photo.edited_at).toBe(before.photo.edited_at)
})

describe('section 3: an email change sends a new invitation exactly when it must', () => {
  async function change(sandbox: TestSandbox, id: number, body: unknown) {
    const answer = await sandbox.api('PATCH', `/employees/${id}`, { body })
    return employeeUpdateResponse.parse(await answer.json())
  }

  test('section 3: a new email before the first photo sends a mail and moves invited_at', async () => {
    const sandbox = startSandbox()
    const invited = await findEmployee(
      sandbox,
      MIXED_PROJECT.id,
      ({ invited_at, uploaded_at }) => invited_at !== null && uploaded_at === null,
    )
    const { data, meta } = await change(sandbox, invited.id, { email: 'neue.adresse@musterwerk.example' })
    expect(meta.invitation_resent).toBe(true)
    expect(data.status).toBe('pending')
    expect(data.invited_at).not.toBe(invited.invited_at)
    expect(await outbox(sandbox)).toMatchObject([
      { to: 'neue.adresse@musterwerk.example', kind: 'invitation' },
    ])
  })

  test.each([
    ['not invited yet', (e: { invited_at: unknown }) => e.invited_at === null],
    ['a photo is uploaded', (e: { status: string }) => e.status === 'uploaded'],
    ['a retake is asked for', (e: { status: string }) => e.status === 'retake'],
  ])('section 3: an email change sends no mail in the state "%s"', async (_, condition) => {
    const sandbox = startSandbox()
    const employee = await findEmployee(sandbox, MIXED_PROJECT.id, condition)
    const { data, meta } = await change(sandbox, employee.id, { email: 'neue.adresse@musterwerk.example' })
    expect(meta.invitation_resent).toBe(false)
    expect(data.invited_at).toBe(employee.invited_at)
    expect(await outbox(sandbox)).toEqual([])
  })

  test('section 3: the same address, another letter case or another field sends no mail', async () => {
    const sandbox = startSandbox()
    const { id, email } = await findEmployee(
      sandbox,
      MIXED_PROJECT.id,
      ({ invited_at, uploaded_at }) => invited_at !== null && uploaded_at === null,
    )
    for (const body of [{ email }, { email: email.toUpperCase() }, { first_name: 'Anders' }]) {
      expect((await change(sandbox, id, body)).meta.invitation_resent).toBe(false)
    }
    expect(await outbox(sandbox)).toEqual([])
  })
})

test('section 1: invitations are sent once, in the language of the employee or the account', async () => {
  const sandbox = startSandbox()
  const employees = [newEmployee({ locale: 'en' }), newEmployee({ locale: null }), newEmployee()]
  await sandbox.api('POST', `/projects/${EMPTY_PROJECT.id}/employees`, { body: { employees } })
  const send = () => sandbox.portal('POST', `/projects/${EMPTY_PROJECT.id}/send-invitations`)
  expect(await (await send()).json()).toEqual({ data: { sent: 3 } })
  expect(await (await send()).json()).toEqual({ data: { sent: 0 } })
  expect((await outbox(sandbox)).map(({ locale }) => locale)).toEqual(['en', 'de', 'de'])
})

test('section 3: an edit of an approved photo needs a new approval', async () => {
  const sandbox = startSandbox()
  const { id, photo } = await findEmployee(sandbox, LARGE_PROJECT.id, () => true)
  await sandbox.portal('POST', `/employees/${id}/edit`)
  const after = await getEmployee(sandbox, id)
  expect(after.photo).toMatchObject({ approved: false, standard_url: null })
  expect(after.photo.edited_at).not.toBe(photo.edited_at)
})
