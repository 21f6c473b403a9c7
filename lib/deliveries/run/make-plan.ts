import 'server-only'
import { toAddress } from '#lib/deliveries/destinations/address.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { REPLACES } from '#lib/deliveries/reasons.ts'
import { isSameSource } from '#lib/employees/service-bond.ts'
import { DeskError } from '#lib/errors.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { readSizes } from '#lib/exports/plan/export-size.ts'
import { readFirstPage, readPeople } from '#lib/exports/plan/read-people.ts'
import { resolveScope } from '#lib/exports/plan/scope.ts'
import { getTarget, getTargetOrPlain } from '#lib/exports/targets/get-targets.ts'
import { inSlices } from '#lib/in-slices.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import type {
  DeliveryItemRow,
  DeliveryPlaceRow,
  DeliveryRow,
  DeliveryRunRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { listOurFiles } from './our-files.ts'
import { planAllAway, planRun, type RunPlan, whyReview } from './plan-run.ts'
import { openFor, type RunningDelivery } from './running.ts'

/** Among so many runs is one that came as far as a plan; the others could not even begin. */
const LAST_RUNS = 10

/**
 * Reads who there is, and writes the difference down. `review`: somebody has to read it first, and the destination was
 * reached. Throws `list_empty` when the service shows nobody although photos lie at the destination: that is no reason to
 * take them all away.
 */
export async function makePlan(
  run: RunningDelivery,
  row: DeliveryRunRow,
  delivery: DeliveryRow,
): Promise<'deliver' | 'review'> {
  const { client } = run
  const places = await getDeliveryStore().places(delivery.id)
  const { plan, unreadable } = row.takes_all_away
    ? { plan: planAllAway(places), unreadable: 0 }
    : await planDifference(run, delivery, places)
  const withThisKey = { ...row, key_fingerprint: client.keyFingerprint }
  const review = whyReview(plan, { delivery, run: withThisKey, places })
  const items = await regardOthers(run, delivery, { items: plan.items, isRead: review !== null })
  await getDeliveryRunStore().savePlan(row.id, items, {
    planned_at: new Date().toISOString(),
    key_fingerprint: client.keyFingerprint,
    unchanged: plan.unchanged,
    unreadable,
    review,
    ...(review && { state: 'review' as const }),
  })
  return review ? 'review' : 'deliver'
}

/** Of a system that is gone, what must not lie there any more is known all the same, and nothing else. */
async function planDifference(
  run: RunningDelivery,
  delivery: DeliveryRow,
  places: DeliveryPlaceRow[],
): Promise<{ plan: RunPlan; unreadable: number }> {
  const { client, signal } = run
  const request = resolvedRequestSchema.parse(delivery.request)
  const { people, unreadable } = await readRoster(run, delivery, places)
  const target = getTarget(request.target)
  const { items, unchanged } = await inSlices(
    planRun(people, {
      scope: await resolveScope(request.scope, async () => null),
      unreadable,
      target: getTargetOrPlain(request.target),
      variant: request.variant,
      size: target ? request.size : null,
      naming: request.naming,
      sizes: target ? await readSizes(client, request, { signal, lane: 'background' }) : [],
      project: delivery.project,
      // A name that holds the day would be another one each day: it is the day on which the delivery was made.
      createdAt: new Date(delivery.created_at),
      timeZone: getEnv().timeZone,
      address: toAddress(destinationSettingsSchema.parse(delivery.destination)),
      places,
    }),
  )
  const isPossible = ({ action }: DeliveryItemRow) => target !== null || action === 'remove'
  return { plan: { items: items.filter(isPossible), unchanged }, unreadable }
}

/** Throws `unknown_target` when the operator has removed the receiving system, or calls it otherwise by now. */
export function requireSystem(delivery: DeliveryRow): void {
  if (!getTarget(resolvedRequestSchema.parse(delivery.request).target)) throw new DeskError('unknown_target')
}

/**
 * What others have under the names of new files. Whoever reads the plan sees which of theirs it replaces. Nobody reads it: what a run
 * before has let be replaced still is, and whoever it could not be delivered for is not tried again while it lies there.
 */
async function regardOthers(
  run: RunningDelivery,
  delivery: DeliveryRow,
  { items, isRead }: { items: DeliveryItemRow[]; isRead: boolean },
): Promise<DeliveryItemRow[]> {
  const before = isRead ? null : await lookBack(delivery)
  const isAsked = ({ action, employee_id }: DeliveryItemRow) =>
    (action === 'add' || action === 'change') && (before === null || before.has(employee_id))
  const asked = items.filter(isAsked)
  if (asked.length === 0 && !isRead) return items
  const destination = await openFor(run, delivery)
  if (!destination.findTaken) return items
  const { left } = await listOurFiles(delivery)
  const toNames = ({ photo }: DeliveryItemRow) => photo?.files.map(({ name }) => name) ?? []
  const strange = asked.flatMap(toNames).filter(name => !left.has(name))
  const taken = await destination.findTaken(strange, run.signal)
  return items.map(item => {
    if (!isAsked(item) || !toNames(item).some(name => taken.has(name))) return item
    if (isRead || before?.get(item.employee_id) === 'consented') return { ...item, reason: REPLACES }
    return { ...item, action: 'cannot', reason: 'file_there' }
  })
}

/** By person: a file of somebody else's that the last run was let to replace and has not, or that stood in its way. */
async function lookBack({ id }: DeliveryRow): Promise<Map<number, 'consented' | 'stuck'>> {
  const last = (await getDeliveryRunStore().listOf(id, LAST_RUNS)).find(run => run.planned_at !== null)
  if (!last) return new Map()
  const isLetGo = last.review === null || last.confirmed_by !== null
  const items = await getDeliveryRunStore().items(last.id)
  const isConsented = ({ reason, state }: DeliveryItemRow) =>
    isLetGo && reason === REPLACES && state !== 'done'
  const isStuck = ({ reason, problem }: DeliveryItemRow) => [reason, problem].includes('file_there')
  return new Map([
    ...items.filter(isStuck).map(item => [item.employee_id, 'stuck'] as const),
    ...items.filter(isConsented).map(item => [item.employee_id, 'consented'] as const),
  ])
}

/** Everybody of the project, as the service shows them now. Throws `list_empty`, see above. */
export async function readRoster(
  run: RunningDelivery,
  delivery: DeliveryRow,
  places: readonly DeliveryPlaceRow[],
): Promise<{ people: Employee[]; unreadable: number }> {
  const { client, signal } = run
  const request = resolvedRequestSchema.parse(delivery.request)
  const firstPage = await readFirstPage(client, request, { signal, lane: 'background' })
  const roster = await readPeople(client, request, { firstPage, signal })
  if (roster.people.length === 0 && places.some(({ state }) => state === 'there'))
    throw new DeskError('list_empty')
  if (!(await isSameSource(client))) throw new DeskError('other_source')
  run.rosterRead = { at: performance.now(), key: client.keyFingerprint }
  return roster
}
