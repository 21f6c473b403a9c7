import { expect, test } from 'vitest'
import type { Activity } from '#lib/contracts/activity.ts'
import { readActivity } from '#tests/support/activity.ts'
import { readCsv } from '#tests/support/csv.ts'
import { DELIVERED_PROJECT, openDelivered, run } from '#tests/support/deliveries.ts'
import { ended, openArchive, startExport } from '#tests/support/exports.ts'
import { listRoutes, toSamplePath } from '#tests/support/routes.ts'

async function openRecord() {
  const opened = await openDelivered({ removals_percent: 100, name: 'Intranet <b>' })
  const { desk, editor, delivery, ready } = opened
  const [gone] = ready
  if (!gone) throw new Error('The seed is too small.')
  const zip = await startExport(editor, DELIVERED_PROJECT, { target: 'number' })
  await openArchive(editor, await ended(editor, zip))
  await desk.service.ask(`/employees/${gone.id}`, { method: 'DELETE' })
  await run(editor, delivery)
  const file = async (path: string) => (await editor.call('GET', `/api/${path}`)).text()
  return { ...opened, gone, file }
}

test('the record of a delivery says for everybody what was placed, removed and handed out', async () => {
  const { delivery, ready, gone, file } = await openRecord()
  const [head, ...lines] = readCsv(await file(`deliveries/${delivery.id}/record?format=csv`))
  expect(head).toContain('Weggenommen am')
  // Each person has one line for each place, and one for each ZIP that held their photo.
  expect(lines).toHaveLength(ready.length * 2)
  const of = lines.filter(line => line[4] === String(gone.id))
  expect(of.map(line => line[0])).toEqual(['Weggenommen', 'Herausgegeben'])
  expect(of[0]?.slice(5, 7)).toEqual(['Intranet <b>', `${gone.mitarbeiternummer}.jpg`])
  expect(of[0]?.slice(9)).toEqual([
    expect.stringMatching(/^\d{4}-/),
    'Diese Anwendung',
    'Die Person ist nicht mehr im Projekt.',
  ])
  expect(of[1]?.slice(10)).toEqual([
    expect.stringContaining('@'),
    'Das kann von hier aus niemand zurückholen.',
  ])
})

test('the record of one person can be printed after the service has deleted them', async () => {
  const { gone, ready, admin, editor, desk, file } = await openRecord()
  const page = await file(`employees/${gone.id}/record?format=html`)
  expect(page).toContain(`<h1>${gone.last_name}, ${gone.first_name}</h1>`)
  expect(page).toContain('Intranet &lt;b&gt;')
  expect(page).toContain('Herausgegeben')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toContain(ready[1]?.last_name)
  expect(page).not.toMatch(/<script|https?:/)

  const { body } = await admin.json<{ data: Activity[] }>('GET', '/api/activity?action=list_downloaded')
  expect(body.data).toMatchObject([{ actor: { id: editor.id }, details: { count: 1, format: 'html' } }])
  const viewer = await desk.signIn('viewer')
  expect((await viewer.call('GET', `/api/employees/${gone.id}/record?format=csv`)).status).toBe(403)
  expect((await editor.call('GET', '/api/employees/999999/record?format=csv')).status).toBe(404)
  expect((await editor.call('GET', `/api/employees/${gone.id}/record?format=pdf`)).status).toBe(422)
})

test('no cache keeps a HEAD answer of a download, and the log has no entry for it', async () => {
  const { delivery, editor, admin, ready } = await openDelivered({ removals_percent: 100, name: 'Intranet' })
  const job = await ended(editor, await startExport(editor, DELIVERED_PROJECT, { target: 'number' }))
  const before = await readActivity(admin)
  const answered: string[] = []
  for (const { pattern } of listRoutes()) {
    const real = pattern
      .replace('[deliveryId]', String(delivery.id))
      .replace('[employeeId]', String(ready[1]?.id))
      .replace('[projectId]', String(DELIVERED_PROJECT))
      .replace('[exportId]', job.id)
    const path = toSamplePath(real)
    for (const person of [editor, admin])
      for (const query of path.includes('?') ? [''] : ['', '?format=csv']) {
        const answer = await person.call('HEAD', path + query)
        if (answer.status !== 200) continue
        answered.push(pattern)
        expect
          .soft([path + query, answer.headers.get('cache-control')])
          .toEqual([path + query, expect.stringMatching(/no-store|private/)])
      }
  }
  const FILES = ['record', 'people/list', 'activity/csv', 'archive', '/photo', '/list']
  for (const file of FILES)
    expect(
      answered.some(pattern => pattern.endsWith(file)),
      file,
    ).toBe(true)
  expect(await readActivity(admin)).toEqual(before)
})
