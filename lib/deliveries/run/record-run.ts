import 'server-only'
import { recordActivity, recordWithin } from '#lib/activity/record-activity.ts'
import { type ActivityEntry, type Actor, DESK } from '#lib/contracts/activity.ts'
import { scheduleSchema } from '#lib/deliveries/contract.ts'
import type { Receipt } from '#lib/deliveries/destinations/destination.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { queueMail, sendDueMails, toMail } from '#lib/deliveries/mail/mail-queue.ts'
import { nextRun, nextTry } from '#lib/deliveries/schedule.ts'
import { toEnder } from '#lib/jobs/job.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getDeliveryMailStore } from '#lib/store/delivery-mail-store.ts'
import type {
  DeliveryItemRow,
  DeliveryPhoto,
  DeliveryPlaceRow,
  DeliveryRow,
  DeliveryRunRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { UNANSWERED } from './plan-run.ts'

/** Number of recent runs in which to find one that has a plan. */
const LAST_RUNS = 10

/**
 * Handles the end of a run: schedules the next run, sends mails, and writes the log. If this desk crashes before that,
 * the next one does it; never twice.
 */
export async function noteEnd(row: DeliveryRunRow): Promise<void> {
  const store = getDeliveryStore()
  const delivery = await store.find(row.delivery_id)
  if (!delivery) return
  const again = row.state === 'failed' ? findNextTry(delivery) : null
  const entry = await toEndEntry(row, delivery)
  const isNews = (row.state === 'failed' && delivery.failures === 0) || (await hasNewlyRefused(row))
  const mail = isNews ? toMail('ended', { delivery_id: delivery.id, run_id: row.id }) : null
  const isSettled = await store.settle(row, {
    changes: toChanges(row, delivery, again),
    maybeThere: row.state === 'done' ? [] : await listUnanswered(row, delivery),
    // Photos that could not be removed do not keep the delivery open: a person has to remove them.
    isLast: row.state === 'done' && row.takes_all_away,
    async tell(within) {
      if (entry) await recordWithin(within, entry)
      if (mail) await getDeliveryMailStore().add(within, mail)
    },
  })
  if (isSettled && mail) await sendDueMails(new Date())
}

/** True when the destination has refused a person for a reason that the run before did not have. */
async function hasNewlyRefused({ id, delivery_id, state }: DeliveryRunRow): Promise<boolean> {
  if (state === 'cancelled') return false
  const store = getDeliveryRunStore()
  const listRefused = async (run: string) =>
    (await store.items(run, ['failed']))
      .filter(({ problem }) => isDestinationErrorCode(problem))
      .map(({ employee_id, action, problem }) => [employee_id, action, problem].join(' '))
  const refused = await listRefused(id)
  if (refused.length === 0) return false
  const before = (await store.listOf(delivery_id, LAST_RUNS)).find(
    run => run.id !== id && run.planned_at !== null && run.ended_at !== null,
  )
  const known = new Set(before ? await listRefused(before.id) : [])
  return refused.some(one => !known.has(one))
}

/** A delivery that is off, for example because its first run was not reviewed, is not tried again. */
function findNextTry({ is_on, schedule, failures }: DeliveryRow): Date | null {
  const after = { failures: failures + 1, after: new Date(), timeZone: getEnv().timeZone }
  return is_on ? nextTry(scheduleSchema.parse(schedule), after) : null
}

function toChanges(row: DeliveryRunRow, delivery: DeliveryRow, again: Date | null): Partial<DeliveryRow> {
  if (row.state === 'failed')
    return { failures: delivery.failures + 1, next_run_at: again?.toISOString() ?? null }
  if (row.state !== 'done' || row.takes_all_away) return {}
  return {
    ...{ failures: 0, key_fingerprint: row.key_fingerprint },
    // An earlier process may have confirmed the first run, and stopped before it updated the delivery.
    ...(row.confirmed_by !== null && toConfirmed(delivery)),
  }
}

/** Sends a mail about a scheduled run that waits for a review. A user who started a run sees that it waits. */
export async function noteReview(row: DeliveryRunRow): Promise<void> {
  const delivery = row.owner_id === DESK.id ? await getDeliveryStore().find(row.delivery_id) : null
  if (delivery) await queueMail(toMail('review', { delivery_id: delivery.id, run_id: row.id }))
}

/**
 * Returns the changes of a delivery when one of its runs is confirmed. The first confirmation switches the delivery on,
 * so that it runs by itself from then on.
 */
export function toConfirmed({ confirmed_at, schedule }: DeliveryRow): Partial<DeliveryRow> {
  if (confirmed_at !== null) return {}
  const now = new Date()
  const next = nextRun(scheduleSchema.parse(schedule), now, getEnv().timeZone)
  return { confirmed_at: now.toISOString(), is_on: true, next_run_at: next?.toISOString() ?? null }
}

/**
 * Lists photos that the destination was asked to take when the run ended: they may be there. The next run sends them
 * again, because their form is noted as unknown. If one has to be removed before that, a person must do it. Places that
 * a later run has delivered are left out, because they are known better.
 */
async function listUnanswered(row: DeliveryRunRow, delivery: DeliveryRow): Promise<DeliveryPlaceRow[]> {
  const sent = await getDeliveryRunStore().items(row.id, ['sent'])
  const places = new Map((await getDeliveryStore().places(delivery.id)).map(one => [one.employee_id, one]))
  return sent.flatMap(({ photo, ...item }) => {
    const known = places.get(item.employee_id)
    if (item.action === 'remove' || !photo || isLater(known, row)) return []
    return [toMaybeThere(delivery, { ...item, photo }, known)]
  })
}

function isLater(place: DeliveryPlaceRow | undefined, { ended_at }: DeliveryRunRow): boolean {
  return place !== undefined && ended_at !== null && place.delivered_at > ended_at
}

/** Notes that the destination was asked to take this photo, and has not answered. */
export async function noteMaybeThere(
  delivery: DeliveryRow,
  item: DeliveryItemRow & { photo: DeliveryPhoto },
  known: DeliveryPlaceRow | undefined,
): Promise<void> {
  await getDeliveryStore().putPlace(delivery.id, toMaybeThere(delivery, item, known))
}

function toMaybeThere(
  delivery: DeliveryRow,
  item: DeliveryItemRow & { photo: DeliveryPhoto },
  known: DeliveryPlaceRow | undefined,
): DeliveryPlaceRow {
  const before = known && known.state !== 'removed' ? known.receipt : { places: [], version: null }
  const strange = whereItMayLie(delivery, item).filter(place => !before.places.includes(place))
  // The version of the earlier photo is kept, so that the photo can still be recognized and removed.
  const receipt = {
    ...{ places: [...before.places, ...new Set(strange)], version: before.version },
    ...('entries' in before &&
      before.entries && {
        entries: [...before.entries, ...strange.map(place => ({ place, id: null, version: null }))],
      }),
  }
  return { ...toPlace({ ...item, photo: { ...item.photo, form: '' } }, receipt), reason: UNANSWERED }
}

/**
 * Returns places where the photo may be without an answer of the destination. Names of entries, and of accounts found
 * by mail, are unknown.
 */
function whereItMayLie(
  { destination }: DeliveryRow,
  { person, photo }: Pick<DeliveryItemRow, 'person'> & { photo: DeliveryPhoto },
): string[] {
  const settings = destinationSettingsSchema.parse(destination)
  if (settings.kind === 'microsoft-365') return settings.match === 'mail' ? [] : [person.email.trim()]
  return settings.kind === 'ldap' ? [] : photo.files.map(({ name }) => name)
}

/**
 * Returns the log entry of an ended run, with everybody whose photo was delivered or removed. Null when a run changed
 * nothing.
 */
async function toEndEntry(row: DeliveryRunRow, delivery: DeliveryRow): Promise<ActivityEntry | null> {
  const items = await getDeliveryRunStore().items(row.id, ['done', 'failed'])
  if (items.length === 0 && row.state === 'done') return null
  const count = (action: string) =>
    items.filter(item => item.state === 'done' && item.action === action).length
  const { actor, account } = toEnder(row, row.state === 'cancelled')
  return {
    actor: actor.id === row.owner_id ? toActor(row) : actor,
    action: 'delivery_run_ended',
    project: delivery.project_id,
    employees: items.filter(({ state }) => state === 'done').map(({ employee_id }) => employee_id),
    details: {
      delivery: { id: delivery.id, name: delivery.name },
      ...(account && { account }),
      delivered: {
        as: row.state === 'done' || row.state === 'cancelled' ? row.state : 'failed',
        added: count('add'),
        changed: count('change'),
        removed: count('remove'),
        failed: items.filter(({ state }) => state === 'failed').length,
      },
    },
  }
}

/** Logs that a run of this delivery begins to change its destination. */
export async function recordRunBegins(row: DeliveryRunRow, delivery: DeliveryRow): Promise<void> {
  await recordActivity({
    actor: toActor(row),
    action: 'delivery_started',
    project: delivery.project_id,
    details: { delivery: { id: delivery.id, name: delivery.name } },
  })
}

/** Returns the user who started the run; no id when its schedule did. */
function toActor({ owner_id, owner_email }: DeliveryRunRow): Actor {
  return { id: owner_id === DESK.id ? null : owner_id, email: owner_email }
}

/** Returns the place of a photo that was just delivered. */
export function toPlace(
  { employee_id, person, photo }: DeliveryItemRow & { photo: DeliveryPhoto },
  receipt: Receipt,
): DeliveryPlaceRow {
  return {
    employee_id,
    person,
    edited_at: photo.edited_at,
    form: photo.form,
    receipt,
    state: 'there',
    reason: null,
    problem: null,
    delivered_at: new Date().toISOString(),
    checked_at: null,
    removed_at: null,
    removed_by: null,
  }
}
