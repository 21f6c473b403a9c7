import 'server-only'
import { getDatabase } from './database.ts'
import {
  type DeliveryItemRow,
  type DeliveryRunRow,
  deliveryItemRow,
  deliveryRunRow,
} from './delivery-rows.ts'
import type { Database } from './engine.ts'
import { DELIVERY_ITEM_STATES } from './enums.ts'
import { type JobStates, jobStates, RECENT_JOBS } from './job-states.ts'
import { openTable, placesFor } from './table.ts'

type RunState = DeliveryRunRow['state']

/** Items of one action: how many there are, and how many have which result. */
type ItemCount = { total: number; done: number; failed: number }
type ItemCounts = Record<DeliveryItemRow['action'], ItemCount>

/** Runs of deliveries and their items. */
type DeliveryRunStore = JobStates & {
  find(id: string): Promise<DeliveryRunRow | null>
  /** Unfinished runs that wait for no user, and ended runs whose consequences are not stored yet; oldest first. */
  listUnfinished(): Promise<DeliveryRunRow[]>
  /** An owner's runs that are in progress or ended after `since`, without those that found nothing to do. */
  listRecent(ownerId: string, since: string): Promise<DeliveryRunRow[]>
  /** Newest first. */
  listOf(deliveryId: string, limit: number): Promise<DeliveryRunRow[]>
  /** Changes nothing, with `onlyIn`, unless the run is in one of these states. Returns whether it changed. */
  update(id: string, changes: Partial<DeliveryRunRow>, onlyIn: RunState[]): Promise<boolean>
  /** Stores the plan, once, together with the changes of the run. */
  savePlan(id: string, items: DeliveryItemRow[], changes: Partial<DeliveryRunRow>): Promise<boolean>
  /** Items in the order of the plan; in all states, unless `states` is given. */
  items(id: string, states?: readonly DeliveryItemRow['state'][]): Promise<DeliveryItemRow[]>
  count(id: string): Promise<ItemCounts>
  /** Counts how often each reason occurs per action. */
  reasons(id: string): Promise<{ action: DeliveryItemRow['action']; reason: string; count: number }[]>
  setItem(id: string, position: number, changes: Pick<DeliveryItemRow, 'state' | 'problem'>): Promise<void>
}

export function getDeliveryRunStore(): DeliveryRunStore {
  return createDeliveryRunStore(getDatabase())
}

export function createDeliveryRunStore(database: Database): DeliveryRunStore {
  const runs = openTable(database, 'delivery_runs', { row: deliveryRunRow })
  const items = openTable(database, 'delivery_items', { row: deliveryItemRow, besides: ['run_id'] })

  return {
    // A photo in flight still arrives and is recorded, so the calls of a cancelled run end first.
    ...jobStates(database, 'delivery_runs', { working: 'running', callsEndFirst: true }),

    find: async id => runs.find('WHERE id = ?', id),

    // A run that was cancelled during planning waits for no review, whatever its plan says.
    listUnfinished: async () =>
      runs.listReadable(
        `WHERE state IN ('running', 'paused') OR (state = 'review' AND cancel_asked_at IS NOT NULL) OR is_unsettled = 1
         ORDER BY created_at, id`,
      ),

    listRecent: async (ownerId, since) =>
      runs.listReadable(
        RECENT_JOBS.replace(
          'WHERE',
          `WHERE (state <> 'done' OR EXISTS (SELECT 1 FROM delivery_items
             WHERE run_id = delivery_runs.id AND action <> 'cannot')) AND`,
        ),
        ownerId,
        since,
      ),

    listOf: async (deliveryId, limit) =>
      runs.listReadable('WHERE delivery_id = ? ORDER BY created_at DESC, id LIMIT ?', deliveryId, limit),

    update: async (id, changes, onlyIn) =>
      (await runs.update(changes, `WHERE id = ? AND state IN ${placesFor(onlyIn)}`, id, ...onlyIn)) > 0,

    async savePlan(id, planned, changes) {
      return database.transaction(async within => {
        const isNew = "WHERE id = ? AND state = 'running' AND planned_at IS NULL"
        if ((await runs.on(within).update(changes, isNew, id)) === 0) return false
        await items.on(within).insert(planned.map(item => ({ ...item, run_id: id })))
        return true
      })
    },

    async items(id, states = DELIVERY_ITEM_STATES) {
      const asked = `WHERE run_id = ? AND state IN ${placesFor(states)} ORDER BY position`
      return items.list(asked, id, ...states)
    },

    async count(id) {
      const rows = await database.all(
        `SELECT action, count(*) AS total, count(*) FILTER (WHERE state = 'done') AS done,
           count(*) FILTER (WHERE state = 'failed') AS failed
         FROM delivery_items WHERE run_id = ? GROUP BY action`,
        id,
      )
      const of = new Map(rows.map(row => [String(row.action), row]))
      const toCount = (action: DeliveryItemRow['action']): ItemCount => {
        const { total, done, failed } = of.get(action) ?? {}
        return { total: Number(total ?? 0), done: Number(done ?? 0), failed: Number(failed ?? 0) }
      }
      return {
        add: toCount('add'),
        change: toCount('change'),
        remove: toCount('remove'),
        cannot: toCount('cannot'),
      }
    },

    async reasons(id) {
      const rows = await database.all(
        `SELECT action, reason, count(*) AS n FROM delivery_items WHERE run_id = ? AND reason IS NOT NULL
         GROUP BY action, reason ORDER BY n DESC, reason, action`,
        id,
      )
      return rows.map(({ action, reason, n }) => ({
        action: deliveryItemRow.shape.action.parse(action),
        reason: String(reason),
        count: Number(n),
      }))
    },

    async setItem(id, position, changes) {
      await items.update(changes, 'WHERE run_id = ? AND position = ?', id, position)
    },
  }
}
