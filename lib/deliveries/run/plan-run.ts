import { createHash } from 'node:crypto'
import { type ExportPlan, type PlannedPhoto, type PlanOptions, planExport } from '#lib/exports/plan/plan.ts'
import { isHeldBackCode, isNameChange, isWaitingCode } from '#lib/exports/problems.ts'
import { renderingKey } from '#lib/exports/render/rendering.ts'
import { sizeKey } from '#lib/photo-store/photo-size.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import type {
  DeliveryItemRow,
  DeliveryPerson,
  DeliveryPhoto,
  DeliveryPlaceRow,
  DeliveryRunRow,
} from '#lib/store/delivery-rows.ts'

/** Reason for an unknown state of a place: a run ended before the destination had answered. */
export const UNANSWERED = 'unanswered'

/** Reasons for the removal of a photo; `deliveries.reasons` in the texts. */
type RemovalReason =
  /** The photo may no longer be used, or a new one was requested. */
  | 'withdrawn'
  /** The service no longer knows the person. */
  | 'left'
  /** The person is outside the scope of this delivery. */
  | 'out_of_scope'
  /** The delivery is being ended. */
  | 'delivery_ended'

type RunOptions = PlanOptions & {
  /**
   * Fields by which the destination finds people. A person without them cannot be delivered, and the photo moves when
   * they change.
   */
  address: readonly ('mitarbeiternummer' | 'email')[]
  /** Photos that are or were at the destination. */
  places: readonly DeliveryPlaceRow[]
}

type PlannedItem = Omit<DeliveryItemRow, 'position'>
export type RunPlan = {
  items: DeliveryItemRow[]
  /** People whose photo is already as it should be. */
  unchanged: number
}

/**
 * Returns the difference between the photos that should be at the destination and those that are, and nothing more.
 * Pure: the same people and places give the same plan.
 *
 * Uncertainty removes no photo. A list with unreadable people, or one that is suddenly empty, does not show who has
 * left. A person with an unclear state keeps the current photo, and gets no new one.
 */
export function* planRun(people: readonly Employee[], options: RunOptions): Generator<void, RunPlan> {
  const there = new Map(options.places.filter(isThere).map(place => [place.employee_id, place]))
  const plan = yield* planExport(people, { ...options, scope: { ...options.scope, exactly: true } })
  const wanted = new Map(plan.entries.map(entry => [entry.employee.id, entry]))
  // Without a number, the file is named after the record's id, by which no system finds a person.
  const withoutNumber = new Set(
    plan.problems
      .filter(({ code }) => code === 'no_number' && options.address.length === 0)
      .map(({ employee_id }) => employee_id),
  )
  const nameChanges = new Map(
    plan.problems
      .filter(({ code }) => isNameChange(code))
      .map(({ employee_id, code }) => [employee_id, code]),
  )
  const items: PlannedItem[] = []
  let unchanged = 0
  for (const entry of plan.entries) {
    const place = there.get(entry.employee.id)
    const photo = toPhoto(entry)
    const person = toPerson(entry.employee)
    const facts = { employee_id: entry.employee.id, person, photo, state: 'waiting', problem: null } as const
    if (place && isAsWanted(place, { person, photo, address: options.address })) unchanged += 1
    else if (withoutNumber.has(entry.employee.id) || options.address.some(name => !person[name].trim()))
      items.push({ ...facts, action: 'cannot', reason: 'no_address' })
    else if (place) items.push({ ...facts, action: 'change', reason: toChangeReason(place, photo) })
    else items.push({ ...facts, action: 'add', reason: nameChanges.get(entry.employee.id) ?? null })
  }
  items.push(...toRemovals(people, { there, wanted, plan, unreadable: options.unreadable }))
  items.push(...toUnknown(people, plan))
  return number(items, unchanged)
}

type Wanted = { person: DeliveryPerson; photo: DeliveryPhoto; address: RunOptions['address'] }

/** Plans the removal of all photos. */
export function planAllAway(places: readonly DeliveryPlaceRow[]): RunPlan {
  return number(
    places.filter(isThere).map(place => toRemoval(place, 'delivery_ended')),
    0,
  )
}

/** True when this photo is there, in this form, for a person with the same number or e-mail address. */
function isAsWanted(place: DeliveryPlaceRow, { person, photo, address }: Wanted): boolean {
  const isSamePhoto = isSameVersion(place.edited_at, photo.edited_at) && place.form === photo.form
  return isSamePhoto && address.every(name => place.person[name].trim() === person[name].trim())
}

/** Returns why a photo is delivered again, as a key of `deliveries.reasons`. */
function toChangeReason(place: DeliveryPlaceRow, photo: DeliveryPhoto): string {
  if (!isSameVersion(place.edited_at, photo.edited_at)) return 'new_photo'
  if (place.form === photo.form) return 'other_address'
  if (place.reason === 'gone_there' || place.reason === 'other_there') return place.reason
  return place.reason === UNANSWERED ? 'sent_again' : 'other_form'
}

/** Returns the share of the photos there that a plan removes, in percent. */
function toRemovedPercent({ items }: RunPlan, places: readonly DeliveryPlaceRow[]): number {
  const there = places.filter(isThere).length
  const removals = items.filter(({ action }) => action === 'remove').length
  return there === 0 ? 0 : (removals / there) * 100
}

/** Returns why a plan waits for a review, or null. A user who ends a delivery has already agreed to the removal. */
export function whyReview(
  plan: RunPlan,
  {
    delivery,
    run,
    places,
  }: {
    delivery: { confirmed_at: string | null; key_fingerprint: string | null; removals_percent: number }
    run: Pick<DeliveryRunRow, 'key_fingerprint' | 'takes_all_away'>
    places: readonly DeliveryPlaceRow[]
  },
): DeliveryRunRow['review'] {
  if (run.takes_all_away) return null
  const changes = plan.items.some(({ action }) => action !== 'cannot')
  if (delivery.confirmed_at === null) return 'first'
  if (!changes) return null
  if (delivery.key_fingerprint !== null && delivery.key_fingerprint !== run.key_fingerprint)
    return 'other_key'
  return toRemovedPercent(plan, places) > delivery.removals_percent ? 'many_removals' : null
}

type Known = {
  there: ReadonlyMap<number, DeliveryPlaceRow>
  wanted: ReadonlyMap<number, PlannedPhoto>
  plan: ExportPlan
  unreadable: number
}

function toRemovals(people: readonly Employee[], { there, wanted, plan, unreadable }: Known): PlannedItem[] {
  const known = new Set(people.map(({ id }) => id))
  const told = [...plan.waiting, ...plan.problems]
  const listOf = (isMeant: (code: string) => boolean) =>
    new Set(told.filter(({ code }) => isMeant(code)).map(({ employee_id }) => employee_id))
  const [waiting, undecided] = [listOf(isWaitingCode), listOf(isHeldBackCode)]
  // A list that is cut short, or another customer's list, looks as if everybody had left.
  const tellsWhoLeft = unreadable === 0 && people.length > 0
  return [...there.values()].flatMap(place => {
    const { employee_id: id } = place
    if (wanted.has(id)) return []
    if (waiting.has(id)) return [toRemoval(place, 'withdrawn')]
    if (known.has(id)) return undecided.has(id) ? [] : [toRemoval(place, 'out_of_scope')]
    return tellsWhoLeft ? [toRemoval(place, 'left')] : []
  })
}

/** Returns people whose photo may or may not be usable. The plan shows them, and their photos stay as they are. */
function toUnknown(people: readonly Employee[], { problems }: ExportPlan): PlannedItem[] {
  const reasons = new Map(
    problems.filter(({ code }) => isHeldBackCode(code)).map(({ employee_id, code }) => [employee_id, code]),
  )
  return people.flatMap((employee): PlannedItem[] => {
    const { id: employee_id } = employee
    const reason = reasons.get(employee_id)
    const facts = { photo: null, state: 'waiting', problem: null } as const
    return reason ? [{ employee_id, person: toPerson(employee), action: 'cannot', reason, ...facts }] : []
  })
}

function toRemoval({ employee_id, person }: DeliveryPlaceRow, reason: RemovalReason): PlannedItem {
  return { employee_id, person, action: 'remove', reason, photo: null, state: 'waiting', problem: null }
}

function toPerson({ first_name, last_name, mitarbeiternummer, email }: Employee): DeliveryPerson {
  return { first_name, last_name, mitarbeiternummer, email }
}

function toPhoto({ editedAt, source, renditions }: PlannedPhoto): DeliveryPhoto {
  const made = renditions.map(({ rendering, fileName }) => [fileName, rendering && renderingKey(rendering)])
  const form = createHash('sha256')
    .update(JSON.stringify([source.variant, sizeKey(source.size), made]))
    .digest('hex')
  const files = renditions.map(({ rendering, fileName }) => ({ name: fileName, rendering }))
  return { edited_at: editedAt, ...source, files, form }
}

function isThere({ state }: DeliveryPlaceRow): boolean {
  return state === 'there'
}

function number(items: PlannedItem[], unchanged: number): RunPlan {
  return { items: items.map((item, position) => ({ ...item, position })), unchanged }
}
