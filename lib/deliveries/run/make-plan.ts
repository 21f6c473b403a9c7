import 'server-only'
import { toAddress } from '#lib/deliveries/destinations/address.ts'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import { destinationSettingsSchema, hasEntries } from '#lib/deliveries/destinations/settings.ts'
import { savePreview } from '#lib/deliveries/own-photos.ts'
import { REPLACES, REPLACES_PHOTO } from '#lib/deliveries/reasons.ts'
import { isSameSource } from '#lib/employees/service-bond.ts'
import { DeskError } from '#lib/errors.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { readSizes } from '#lib/exports/plan/export-size.ts'
import { readFirstPage, readPeople } from '#lib/exports/plan/read-people.ts'
import { resolveScope } from '#lib/exports/plan/scope.ts'
import { getTarget, getTargetOrPlain } from '#lib/exports/targets/get-targets.ts'
import { inSlices } from '#lib/in-slices.ts'
import { workOff } from '#lib/jobs/work-off.ts'
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

/** Number of recent runs in which to find one that has a plan; the others could not even begin. */
const LAST_RUNS = 10

/**
 * Reads the people of the project, and stores the difference as the plan. `review`: a person has to review it first,
 * and the destination was reached. Throws `list_empty` when the service shows no employee although photos are at the
 * destination: that is no reason to remove them all.
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
  const why = whyReview(plan, { delivery, run: withThisKey, places })
  const { kind } = destinationSettingsSchema.parse(delivery.destination)
  const isRead = why !== null || (row.asks_own_photos && hasEntries(kind))
  const items = await regardOthers(run, delivery, { items: plan.items, places, isRead })
  const asks = row.asks_own_photos && items.some(({ reason }) => reason === REPLACES_PHOTO)
  const review = why ?? (asks ? 'own_photos' : null)
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

/** Plans the difference. If the receiving system is missing, only the removals are known, and planned. */
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
      // A name that contains the day would change every day, so it gets the day on which the delivery was created.
      createdAt: new Date(delivery.created_at),
      timeZone: getEnv().timeZone,
      address: toAddress(destinationSettingsSchema.parse(delivery.destination)),
      places,
    }),
  )
  const isPossible = ({ action }: DeliveryItemRow) => target !== null || action === 'remove'
  return { plan: { items: items.filter(isPossible), unchanged }, unreadable }
}

/** Throws `unknown_target` when the operator has removed or renamed the receiving system. */
export function requireSystem(delivery: DeliveryRow): void {
  if (!getTarget(resolvedRequestSchema.parse(delivery.request).target)) throw new DeskError('unknown_target')
}

/**
 * Marks items whose new file or photo would replace one that is not the desk's. A plan that waits for a review shows
 * them. Without a review, only what an earlier review has agreed to is replaced. The other people are not tried while
 * that file or photo is there.
 */
async function regardOthers(
  run: RunningDelivery,
  delivery: DeliveryRow,
  { items, places, isRead }: { items: DeliveryItemRow[]; places: DeliveryPlaceRow[]; isRead: boolean },
): Promise<DeliveryItemRow[]> {
  const before = isRead ? null : await readEarlierRuns(delivery)
  const agreed = hasEntries(destinationSettingsSchema.parse(delivery.destination).kind)
    ? [SENT_AGAIN]
    : [SENT_AGAIN, 'other_there']
  const isAsked = ({ action, employee_id, reason }: DeliveryItemRow) =>
    (action === 'add' || (action === 'change' && !agreed.includes(reason ?? ''))) &&
    (before === null || before.has(employee_id))
  const asked = items.filter(isAsked)
  if (asked.length === 0 && !isRead) return items
  const held = await findHeld(run, delivery, { asked, places, isRead })
  if (!held) return items
  return items.map(item => {
    if (!held.people.has(item.employee_id)) return item
    if (isRead || before?.get(item.employee_id) === 'consented') return { ...item, reason: held.reason }
    return { ...item, action: 'cannot', reason: held.problem }
  })
}

/** Reason of items whose photo may already be there. */
const SENT_AGAIN = 'sent_again'

type Held = { people: ReadonlySet<number>; reason: string; problem: string }

/**
 * Finds people whose file or photo is not the desk's. Null for destinations where nothing of others can be in the way.
 */
async function findHeld(
  run: RunningDelivery,
  delivery: DeliveryRow,
  { asked, places, isRead }: { asked: DeliveryItemRow[]; places: DeliveryPlaceRow[]; isRead: boolean },
): Promise<Held | null> {
  const destination = await openFor(run, delivery)
  const people = new Set<number>()
  if (destination.findTaken) {
    const { left } = await listOurFiles(delivery)
    const toNames = ({ photo }: DeliveryItemRow) => photo?.files.map(({ name }) => name) ?? []
    const strange = asked.flatMap(toNames).filter(name => !left.has(name))
    const taken = await destination.findTaken(strange, run.signal)
    for (const item of asked) if (toNames(item).some(name => taken.has(name))) people.add(item.employee_id)
    return { people, reason: REPLACES, problem: 'file_there' }
  }
  if (!destination.readOwn) return null
  const receipts = new Map(places.map(place => [place.employee_id, place]))
  await workOff({ left: null }, asked, destination.atOnce, async ({ employee_id, person }) => {
    const place = receipts.get(employee_id)
    const before = place && place.state !== 'removed' ? place.receipt : null
    // An entry that cannot be read now is read again before its photo is replaced.
    const look = destination.readOwn?.({ receiver: person, before }, run.signal)
    const own = await look?.catch((thrown: unknown) => {
      if (thrown instanceof DestinationError && thrown.isInDoubt) return null
      throw thrown
    })
    if (!own) return true
    people.add(employee_id)
    if (isRead) await savePreview(delivery.id, employee_id, own)
    return true
  })
  return { people, reason: REPLACES_PHOTO, problem: 'photo_there' }
}

/**
 * Returns the people of the last run whose replacement was allowed but not made (`consented`), or who failed because of
 * another file or photo (`stuck`).
 */
async function readEarlierRuns({ id }: DeliveryRow): Promise<Map<number, 'consented' | 'stuck'>> {
  const last = (await getDeliveryRunStore().listOf(id, LAST_RUNS)).find(run => run.planned_at !== null)
  if (!last) return new Map()
  const isLetGo = last.review === null || last.confirmed_by !== null
  const items = await getDeliveryRunStore().items(last.id)
  // A photo other than the one that the reviewer saw is not replaced.
  const isConsented = ({ reason, problem, state }: DeliveryItemRow) =>
    isLetGo &&
    problem !== 'photo_there' &&
    (reason === REPLACES || reason === REPLACES_PHOTO) &&
    state !== 'done'
  const isStuck = ({ reason, problem }: DeliveryItemRow) =>
    [reason, problem].some(code => code === 'file_there' || code === 'photo_there')
  return new Map([
    ...items.filter(isStuck).map(item => [item.employee_id, 'stuck'] as const),
    ...items.filter(isConsented).map(item => [item.employee_id, 'consented'] as const),
  ])
}

/** Reads all employees of the project, as the service shows them now. Throws `list_empty`, see above. */
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
