import 'server-only'
import { randomUUID } from 'node:crypto'
import { recordChange } from '#lib/activity/record-activity.ts'
import type { ActivityEntry } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import type { NewDelivery, OwnPhotoChoice, RunAgain } from '#lib/deliveries/contract.ts'
import { toFolderAddress } from '#lib/deliveries/destinations/address.ts'
import { type DestinationSettings, destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { tidyOwnPhotos } from '#lib/deliveries/own-photos.ts'
import { listInSameFolder } from '#lib/deliveries/run/our-files.ts'
import { toConfirmed } from '#lib/deliveries/run/record-run.ts'
import { DELIVERIES } from '#lib/deliveries/run/run-job.ts'
import { sealSecrets } from '#lib/deliveries/secrets.ts'
import { DeskError } from '#lib/errors.ts'
import { resolveRequest } from '#lib/exports/plan/resolve-request.ts'
import { requireTarget } from '#lib/exports/targets/get-targets.ts'
import { cancelJob, runJob, startJob } from '#lib/jobs/engine.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { runExclusively } from '#lib/ports/job-claims.ts'
import { requireRoomToBegin } from '#lib/process/disk-room.ts'
import { requireRunning } from '#lib/process/stopping.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { getBackgroundClient } from '#lib/session/connection/connection.ts'
import { getDeliveryMailStore } from '#lib/store/delivery-mail-store.ts'
import type { DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { getOwnPhotoStore } from '#lib/store/own-photo-store.ts'
import { toRun } from './keep-schedule.ts'
import { testDestination } from './test-destination.ts'

/** Milliseconds for the test of a folder: a share that does not answer is another error than a missing folder. */
const FOLDER_PATIENCE_MS = 10_000
const HISTORY_MS = 365 * 24 * 60 * 60_000

/**
 * Returns the client with the desk's own key, which works without a user. Throws `needs_desk_key` where users bring
 * their own.
 */
async function requireDeskClient(): Promise<PortraitClient> {
  const client = await getBackgroundClient()
  if (!client) throw new DeskError('needs_desk_key')
  return client
}

/** Throws `not_found`. */
export async function requireDelivery(id: string): Promise<DeliveryRow> {
  const row = await getDeliveryStore().find(id)
  if (!row) throw new DeskError('not_found')
  return row
}

/** Throws `not_found`, also for a run of another delivery. */
export async function requireRun(deliveryId: string, runId: string): Promise<DeliveryRunRow> {
  const row = await getDeliveryRunStore().find(runId)
  if (row?.delivery_id !== deliveryId) throw new DeskError('not_found')
  return row
}

/**
 * Creates a delivery and starts its first run, which plans and then waits for a review. Throws `invalid` for a form
 * that the system cannot have, for an earlier export as scope, and for an unusable folder of this server. Throws
 * `place_taken` for the folder of another delivery, and what `startRun` throws. After an error, nothing is stored.
 */
export async function createDelivery(input: NewDelivery, user: User): Promise<DeliveryRow> {
  const client = await requireDeskClient()
  await requireRoomToBegin()
  requireRunning()
  if (input.request.scope.kind === 'since')
    throw new DeskError('invalid', { errors: { scope: ['A delivery knows by itself what is new.'] } })
  const request = resolveRequest(input.request, requireTarget(input.request.target))
  const project = await requireProject(client, request.project_id, {})
  await requireOwnPlace(input.destination)
  await requireFolder(input.destination)
  const now = new Date()
  const row: DeliveryRow = {
    id: randomUUID(),
    name: input.name,
    project_id: project.id,
    project: { projektnummer: project.projektnummer, name: project.name },
    request,
    destination: input.destination,
    secrets: await sealSecrets(input.secrets),
    schedule: input.schedule,
    removals_percent: input.removals_percent,
    puts_back: input.puts_back,
    // Nothing runs by itself before the plan of the first run was reviewed.
    is_on: false,
    next_run_at: null,
    failures: 0,
    confirmed_at: null,
    key_fingerprint: null,
    created_by: user.email,
    created_at: now.toISOString(),
    ended_at: null,
  }
  const first = toRun(row.id, user, client)
  await runExclusively('delivery-places', async () => {
    // Another user may have created a delivery for this folder meanwhile.
    await requireOwnPlace(input.destination)
    const place = await toFolderAddress(input.destination)
    await recordChange(toEntry(user, row, 'delivery_created'), async () => {
      if (!(await getDeliveryStore().create(row, first, place))) throw new DeskError('place_taken')
    })
  })
  continueRun(first, client, user)
  return row
}

/**
 * Throws `place_taken`: two deliveries in one folder would overwrite each other's list, and mistake each other's photo
 * of a person for their own.
 */
async function requireOwnPlace(destination: DestinationSettings): Promise<void> {
  const others = await listInSameFolder({ destination })
  if (others.some(({ ended_at }) => ended_at === null)) throw new DeskError('place_taken')
}

/** Tests a folder of this server at once. For other destinations, the first run reports what is wrong. */
async function requireFolder(destination: DestinationSettings): Promise<void> {
  if (destination.kind !== 'folder') return
  const { error } = await testDestination(destination, {}, { patienceMs: FOLDER_PATIENCE_MS })
  if (error) throw new DeskError('invalid', { errors: { 'destination.folder': [error] } })
}

/**
 * Starts a run. `again`: `differing` also sends photos again that were found missing or changed. Both values ask about
 * people's own photos. Throws `delivery_ended`, `run_under_way`, and `busy` when the desk stops.
 */
export async function startRun(
  delivery: DeliveryRow,
  user: User,
  { again }: { again?: RunAgain | undefined } = {},
): Promise<DeliveryRunRow> {
  const client = await requireDeskClient()
  await requireRoomToBegin()
  requireRunning()
  requireNotEnded(delivery)
  const run = { ...toRun(delivery.id, user, client), asks_own_photos: again !== undefined }
  const sendsDifferingAgain = again === 'differing'
  if (!(await getDeliveryStore().begin(run, { sendsDifferingAgain }))) throw new DeskError('run_under_way')
  continueRun(run, client, user)
  return run
}

/** Starts the job of a run that a user began and that is stored. */
function continueRun(run: DeliveryRunRow, client: PortraitClient, user: User): void {
  startJob(DELIVERIES, run, { client, logged: { delivery: run.delivery_id, by: user.id } })
}

/**
 * Starts a reviewed run. People's own photos stay, except those that a reviewer allowed to be replaced. The first
 * confirmed run switches the delivery on, so that it runs by itself from then on. Throws `run_moved_on` when the run no
 * longer waits.
 */
export async function confirmRun(
  delivery: DeliveryRow,
  run: DeliveryRunRow,
  user: User,
): Promise<DeliveryRunRow> {
  const client = await requireDeskClient()
  requireRunning()
  // The confirmed key is the one that made the plan: the review was about the people that it shows.
  const changes = { key_fingerprint: run.key_fingerprint, ...toConfirmed(delivery) }
  await recordChange(toEntry(user, delivery, 'delivery_confirmed'), async () => {
    if (!(await getDeliveryStore().confirm(run, { confirmedBy: user.email, changes })))
      throw new DeskError('run_moved_on')
  })
  const going = await requireRun(delivery.id, run.id)
  void runJob(DELIVERIES, going, client)
  return going
}

/**
 * Decides about the own photos of these people, or of all people of the run. Throws `run_moved_on` when the run no
 * longer waits.
 */
export async function decideOwnPhotos(
  run: DeliveryRunRow,
  { decision, employee_ids }: OwnPhotoChoice,
): Promise<void> {
  if (run.state !== 'review') throw new DeskError('run_moved_on')
  await getOwnPhotoStore().decide(run.delivery_id, decision, employee_ids)
}

/** Cancels a run. A run that has ended stays as it is. */
export async function cancelRun(run: DeliveryRunRow, user: User): Promise<void> {
  await cancelJob(DELIVERIES, run, { by: user })
}

/**
 * Ends a delivery. `take_away`: a run removes everything from the destination, and then ends the delivery. `leave`:
 * people have to remove by hand what is there. Throws `run_under_way` when another run has begun meanwhile; the
 * delivery has not ended then.
 */
export async function endDelivery(
  delivery: DeliveryRow,
  photos: 'take_away' | 'leave',
  user: User,
): Promise<void> {
  requireNotEnded(delivery)
  requireRunning()
  // A removal needs a key, but no disk space. Without a key, this throws before anything has ended.
  const findTaker = async () =>
    photos === 'take_away' && (await isSomethingLeft(delivery)) ? requireDeskClient() : null
  await findTaker()
  const [last] = await getDeliveryRunStore().listOf(delivery.id, 1)
  if (last) await cancelRun(last, user)
  const client = await findTaker()
  const run = client && toRun(delivery.id, user, client, true)
  const entry = toEntry(user, delivery, 'delivery_ended')
  await recordChange({ ...entry, details: { ...entry.details, photos } }, async () => {
    const store = getDeliveryStore()
    if (!(await (run ? store.begin(run) : store.end(delivery.id)))) throw new DeskError('run_under_way')
  })
  if (run) continueRun(run, client, user)
}

/** True when a photo is left, or the list in a folder that has held photos. */
async function isSomethingLeft({ id, destination }: DeliveryRow): Promise<boolean> {
  const { there, by_hand, removed } = await getDeliveryStore().countPlaces(id)
  if (there > 0 || by_hand > 0 || removed === 0) return there > 0
  return (await toFolderAddress(destinationSettingsSchema.parse(destination))) !== null
}

/** Notes that a user removed a photo that the desk cannot remove. Throws `not_found`. */
export async function noteRemovedByHand(
  delivery: DeliveryRow,
  employeeId: number,
  user: User,
): Promise<void> {
  const removed_at = new Date().toISOString()
  const entry = toEntry(user, delivery, 'delivery_removed_by_hand')
  await recordChange({ ...entry, employee: employeeId }, async () => {
    const gone = { state: 'removed', removed_at, removed_by: user.email } as const
    if (!(await getDeliveryStore().updatePlace(delivery.id, employeeId, gone, ['by_hand'])))
      throw new DeskError('not_found')
  })
}

/** Notes that a user removed all photos that the desk cannot remove, such as the whole folder of an ended delivery. */
export async function noteAllRemovedByHand(delivery: DeliveryRow, user: User): Promise<void> {
  const store = getDeliveryStore()
  const places = (await store.places(delivery.id)).filter(({ state }) => state === 'by_hand')
  if (places.length === 0) return
  const employees = places.map(({ employee_id }) => employee_id)
  const gone = { state: 'removed', removed_at: new Date().toISOString(), removed_by: user.email } as const
  const entry = toEntry(user, delivery, 'delivery_removed_by_hand')
  await recordChange(
    { ...entry, employees, details: { ...entry.details, count: employees.length } },
    async () => {
      for (const id of employees) await store.updatePlace(delivery.id, id, gone, ['by_hand'])
    },
  )
}

/** Deletes history that is no longer needed. */
export async function sweepDeliveries(now: number): Promise<void> {
  const before = new Date(now - HISTORY_MS).toISOString()
  await getDeliveryStore().tidy(before)
  await getDeliveryMailStore().tidy(before)
  await tidyOwnPhotos(now)
}

/** Throws `delivery_ended`. */
export function requireNotEnded({ ended_at }: DeliveryRow): void {
  if (ended_at !== null) throw new DeskError('delivery_ended')
}

/** Returns the log entry for a user's action on a delivery. */
export function toEntry(
  actor: User,
  { id, name, project_id }: DeliveryRow,
  action: ActivityEntry['action'],
): ActivityEntry {
  return { actor, action, project: project_id, details: { delivery: { id, name } } }
}
