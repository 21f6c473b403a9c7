import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DeliveryScreen } from '#components/deliveries/delivery-screen.tsx'
import type { Delivery, DeliveryItem, DeliveryRun, OwnPhotoChoice } from '#lib/deliveries/contract.ts'
import { expectAccessible } from '#tests/support/components/accessible.ts'
import { deskApi } from '#tests/support/components/desk-api.ts'
import { HANNA, renderDesk } from '#tests/support/components/render-desk.tsx'
import type { Call } from '#tests/support/components/routes.ts'

const DELIVERY = '11111111-2222-4333-8444-555555555555'
const RUN = '21111111-2222-4333-8444-555555555555'
const AT = '2026-11-28T10:00:00.000Z'
const NONE = { total: 0, done: 0, failed: 0 }

type Decision = OwnPhotoChoice['decision']

/** A delivery whose first run waits for a review, because two people have their own photo at the destination. */
function openReview({ width = 1280 } = {}) {
  const [anna, ben] = deskApi.people
  if (!anna || !ben) throw new Error('The project is too small.')
  const people = [anna, ben]
  const decisions = new Map<number, Decision>(people.map(({ id }) => [id, 'keep']))
  const count = (decision: Decision) => [...decisions.values()].filter(one => one === decision).length
  const toRun = (): DeliveryRun => ({
    ...{ id: RUN, delivery_id: DELIVERY, delivery: 'Profilfotos', project_id: deskApi.project.id },
    ...{ started_by: HANNA.email, takes_all_away: false, state: 'review', pause_reason: null, error: null },
    ...{ trouble: null, review: 'first', confirmed_by: null, planned_at: AT, unchanged: 0, unreadable: 0 },
    counts: { add: { ...NONE, total: 2 }, change: NONE, remove: NONE, cannot: NONE },
    reasons: [{ action: 'add', reason: 'replaces_photo', count: 2 }],
    own_photos: { keep: count('keep'), replace: count('replace') },
    ...{ total: 2, done: 0, failed: 0, eta_seconds: null, created_at: AT, ended_at: null },
  })
  const toDelivery = (): Delivery => ({
    ...{ id: DELIVERY, name: 'Profilfotos', project_id: deskApi.project.id },
    project: { projektnummer: deskApi.project.projektnummer, name: deskApi.project.name },
    request: {
      ...{ project_id: deskApi.project.id, scope: { kind: 'approved' }, target: 'microsoft-365' },
      ...{ variant: 'standard', size: null, naming: { template: '{mitarbeiternummer}' } },
    } as Delivery['request'],
    ...{ system: null, destination: null, kind: 'microsoft-365', where: 'example.com' },
    ...{ schedule: { kind: 'daily', at: '02:00' }, removals_percent: 10, puts_back: true, is_on: false },
    ...{ next_run_at: null, failures: 0, confirmed: false, last_run: toRun() },
    places: { there: 0, by_hand: 0, removed: 0, differing: 0 },
    ...{ created_by: HANNA.email, created_at: AT, ended_at: null },
  })
  const toItem = (person: (typeof people)[number]): DeliveryItem => ({
    ...{ employee_id: person.id, first_name: person.first_name, last_name: person.last_name },
    ...{ mitarbeiternummer: person.mitarbeiternummer, email: person.email, action: 'add' },
    ...{ reason: 'replaces_photo', edited_at: AT, file_names: [], state: 'waiting', problem: null },
    own_photo: { decision: decisions.get(person.id) ?? 'keep', version: 'v1' },
  })
  deskApi.respond('GET /api/deliveries/:deliveryId', () => ({ data: toDelivery() }))
  deskApi.respond('GET /api/deliveries/:deliveryId/runs/:runId/items', () => ({
    data: people.map(toItem),
    meta: { current_page: 1, last_page: 1, per_page: 25, total: people.length },
  }))
  deskApi.respond('PUT /api/deliveries/:deliveryId/runs/:runId/own-photos', ({ body }: Call) => {
    const { decision, employee_ids } = body as OwnPhotoChoice
    for (const id of employee_ids ?? decisions.keys()) decisions.set(id, decision)
    return { data: toRun() }
  })
  const screen = <DeliveryScreen initial={toDelivery()} mayManage mayRun timeZone="Europe/Berlin" />
  return renderDesk(screen, { width, path: `/deliveries/${DELIVERY}` }).then(() => ({
    anna,
    ben,
  }))
}

const choiceOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  page.getByRole('group', { name: `Foto, das ${first_name} ${last_name} dort schon hat` })

test('each own photo is shown beside the new one and decided on for itself', async () => {
  const { anna, ben } = await openReview()
  await expect.element(page.getByText('2 bleiben · keines wird ersetzt')).toBeVisible()
  await expect.element(choiceOf(anna).getByRole('radio', { name: 'Bleibt' })).toBeChecked()
  await expect.poll(() => page.getByRole('figure').elements().length).toBe(4)
  await choiceOf(anna).getByRole('radio', { name: 'Wird ersetzt' }).click()
  await expect.element(page.getByText('1 bleibt · 1 wird ersetzt')).toBeVisible()
  await expect.element(choiceOf(anna).getByRole('radio', { name: 'Wird ersetzt' })).toBeChecked()
  await expect.element(choiceOf(ben).getByRole('radio', { name: 'Bleibt' })).toBeChecked()
  await expect.element(page.getByText(/werden verschlüsselt aufgehoben/)).toBeVisible()
  await expectAccessible('review of own photos')
})

test('one button decides about all own photos', async () => {
  const { anna, ben } = await openReview({ width: 390 })
  await page.getByRole('button', { name: 'Alle werden ersetzt' }).click()
  for (const person of [anna, ben])
    await expect.element(choiceOf(person).getByRole('radio', { name: 'Wird ersetzt' })).toBeChecked()
  await page.getByRole('button', { name: 'Alle bleiben' }).click()
  await expect.element(page.getByText('2 bleiben · keines wird ersetzt')).toBeVisible()
})
