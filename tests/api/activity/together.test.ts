import { describe, expect, test } from 'vitest'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readActivity } from '#tests/support/activity.ts'
import { batchEnded, startBatch } from '#tests/support/batches.ts'
import { readCsv } from '#tests/support/csv.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

async function changeThree(desk: Desk) {
  const admin = await desk.signIn('admin')
  const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 3)
  const employee_ids = people.map(({ id }) => id)
  for (const locale of ['de', 'en'] as const)
    await batchEnded(
      admin,
      await startBatch(admin, { project_id: MIXED_PROJECT.id, action: 'locale', locale, employee_ids }),
    )
  return { admin, people }
}

describe('a change to many', () => {
  test('a change to many is one entry that gives their number and opens to each person', async () => {
    const { admin } = await changeThree(startDesk())
    const [entry, ...others] = await readActivity(admin, 'action=employee_changed')
    expect(entry).toMatchObject({ bulk: { people: 3, uncertain: 0 }, details: { bulk: { kind: 'locale' } } })
    // The change before this one concerned the people whose language was not German yet.
    expect(others).toHaveLength(1)
    const inside = await readActivity(admin, `bulk=${entry?.details.bulk?.id}`)
    expect(inside.map(({ details }) => details.changes?.[0]?.new)).toEqual(['en', 'en', 'en'])
    expect(inside.every(({ bulk }) => bulk === undefined)).toBe(true)
  })

  test('a change to many gives the number of people whose outcome is uncertain', async () => {
    const { admin } = await changeThree(startDesk())
    const { getSqlite } = await import('#lib/store/database.ts')
    getSqlite().exec(`DROP TRIGGER activity_never_changes;
      UPDATE activity SET outcome = 'unknown' WHERE id = (SELECT max(id) FROM activity WHERE action = 'employee_changed')`)
    const [entry] = await readActivity(admin, 'action=employee_changed')
    expect(entry?.bulk).toEqual({ people: 3, uncertain: 1 })
  })

  test('a change to many counts once in the pages, and per person in the CSV and for one person', async () => {
    const desk = startDesk()
    const { admin, people } = await changeThree(desk)
    const { body } = await admin.json<ActivityPage>('GET', '/api/activity?action=employee_changed')
    expect(body.meta.total).toBe(body.data.length)
    const [about] = await readActivity(admin, `employee=${people[0]?.id}`)
    expect(about).toMatchObject({ employee: people[0]?.id })
    expect(about?.bulk).toBeUndefined()
    const csv = await (await admin.call('GET', '/api/activity/csv?action=employee_changed')).text()
    const ids = readCsv(csv)
      .slice(1)
      .map(line => line[4])
    for (const { id } of people) expect(ids).toContain(String(id))
  })
})

describe('a search by person', () => {
  test('a search finds entries by a former name or number, also of deleted people', async () => {
    const desk = startDesk()
    const { admin, people } = await changeThree(desk)
    const [person] = people
    if (!person) throw new Error('nobody')
    await admin.json('DELETE', `/api/v1/employees/${person.id}`)
    for (const q of [`${person.last_name} ${person.first_name}`, person.mitarbeiternummer]) {
      const found = await readActivity(admin, `q=${encodeURIComponent(q)}`)
      expect(found.map(({ action }) => action)).toContain('employee_deleted')
      expect(found.every(({ employee }) => employee === person.id)).toBe(true)
    }
  })

  test('a search for a name that no person has finds nothing', async () => {
    const { admin } = await changeThree(startDesk())
    expect(await readActivity(admin, 'q=Nobody-is-called-this')).toEqual([])
  })
})
