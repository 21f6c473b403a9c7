/**
 * A person found after a lost call may come from elsewhere. The call was not done then, and the list claims none of its
 * people.
 */
import { expect, test } from 'vitest'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import type { Import } from '#lib/contracts/imports.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { type Person, startDesk } from '#tests/support/desk.ts'
import {
  expectTrueAccount,
  importEnded,
  importPaused,
  importRows,
  outcomesOf,
  sendImport,
} from '#tests/support/imports.ts'

const PROJECT = EMPTY_PROJECT.id
const PEOPLE = 40
const OTHERS = 30

/** A list whose call was lost before it reached the service, and which waits now. */
async function lostList(people: number) {
  const desk = startDesk()
  const [anna, ben] = await Promise.all([desk.signIn(), desk.signIn()])
  await desk.service.fault({ method: 'POST', times: 6, answer: { kind: 'drop' } })
  const lost = await sendImport(anna, PROJECT, importRows(people))
  await importPaused(anna, lost)
  // Keeps the list from resuming by itself.
  await anna.json('POST', `/api/imports/${lost.id}/pause`)
  await desk.service.portal('DELETE', '/faults')
  return { desk, anna, ben, lost }
}

async function goOn(person: Person, { id }: Import) {
  expect((await person.json('POST', `/api/imports/${id}/resume`)).status).toBe(200)
  return importEnded(person, { id })
}

async function addByHand(person: Person, people: number): Promise<void> {
  for (const { values } of importRows(people)) {
    const { locale: _, ...body } = values
    const added = await person.json('POST', `/api/v1/projects/${PROJECT}/employees`, { body })
    expect(added.status).toBe(201)
  }
}

/** The number of people created with certainty, in each entry of the log. */
async function listLogged(person: Person): Promise<(number | undefined)[]> {
  const { body } = await person.json<ActivityPage>('GET', '/api/activity?action=employees_created')
  return body.data.flatMap(({ outcome, details }) => (outcome === 'done' ? [details.people?.length] : []))
}

test('a resumed list skips people of another list, sends the rest, and logs each person once', async () => {
  const { desk, anna, ben, lost } = await lostList(PEOPLE)
  await importEnded(ben, await sendImport(ben, PROJECT, importRows(OTHERS)))
  const end = await goOn(anna, lost)
  expect([end.state, outcomesOf(end)]).toEqual(['done', { already_there: OTHERS, created: PEOPLE - OTHERS }])
  await expectTrueAccount(desk.service, end)
  expect(await listLogged(await desk.signIn('admin'))).toEqual([PEOPLE - OTHERS, OTHERS])
})

test('a resumed list skips people who were added by hand, and sends the rest', async () => {
  const { desk, anna, ben, lost } = await lostList(3)
  await addByHand(ben, 2)
  const end = await goOn(anna, lost)
  expect(end.rows.map(({ outcome }) => outcome)).toEqual(['already_there', 'already_there', 'created'])
  await expectTrueAccount(desk.service, end)
})

test('a cancelled list claims no people added by hand, and shows the rest as not sent', async () => {
  const { desk, anna, ben, lost } = await lostList(3)
  await addByHand(ben, 2)
  await anna.json('DELETE', `/api/imports/${lost.id}`)
  const end = await importEnded(anna, lost)
  expect(end.rows.map(({ outcome }) => outcome)).toEqual(['already_there', 'already_there', 'not_sent'])
  await expectTrueAccount(desk.service, end)
  expect(await listLogged(await desk.signIn('admin'))).toEqual([1, 1])
})

test('a person of the lost call who has left since is uncertain, and is not sent again', async () => {
  const { desk, anna, lost } = await lostList(3)
  // The call has reached the service late, and one of its people was removed from the project there.
  for (const { values } of importRows(2)) {
    const { locale: _, ...person } = values
    const headers = { 'content-type': 'application/json' }
    const made = { method: 'POST', headers, body: JSON.stringify(person) }
    expect((await desk.service.ask(`/projects/${PROJECT}/employees`, made)).status).toBe(201)
  }
  const end = await goOn(anna, lost)
  expect([end.state, outcomesOf(end)]).toEqual(['done', { created: 2, unknown: 1 }])
  await expectTrueAccount(desk.service, end)
  expect(await listLogged(await desk.signIn('admin'))).toEqual([2])
})
