import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { getDatabase } from './database.ts'
import {
  type DeliveryPlaceRow,
  type DeliveryRow,
  type DeliveryRunRow,
  deliveryPlaceRow,
  deliveryRow,
  deliveryRunRow,
} from './delivery-rows.ts'
import { openTable, placesFor } from './table.ts'
import { transaction } from './transaction.ts'

/** One person's photo at one destination, with what that is called. */
type PlaceOfPerson = { delivery: DeliveryRow; place: DeliveryPlaceRow }

/** Deliveries, and what lies at their destinations. Asynchronous, so that a database server can take the embedded one's place. */
type DeliveryStore = {
  create(row: DeliveryRow): Promise<void>
  find(id: string): Promise<DeliveryRow | null>
  /** Those that have not been ended first, by name. */
  list(): Promise<DeliveryRow[]>
  update(id: string, changes: Partial<DeliveryRow>): Promise<boolean>
  /**
   * Begins a run, unless one of this delivery has not come to its end. With `due`, only when the delivery is on and its time
   * had come by then, and its next time is written down with it: so a time begins one run, however many look.
   */
  begin(run: DeliveryRunRow, due?: { now: string; next: string | null }): Promise<boolean>
  /** Those that are on and whose time has come, the one that has waited longest first. */
  listDue(now: string): Promise<DeliveryRow[]>
  /** All of them: what a plan is compared with. */
  places(id: string): Promise<DeliveryPlaceRow[]>
  /** `differing`: of those that are there, where a sample has found something else. */
  countPlaces(id: string): Promise<Record<DeliveryPlaceRow['state'] | 'differing', number>>
  /** Puts a place there, or another one in its stead. */
  putPlace(id: string, place: DeliveryPlaceRow): Promise<void>
  updatePlace(
    id: string,
    employeeId: number,
    changes: Partial<DeliveryPlaceRow>,
    onlyIn: DeliveryPlaceRow['state'][],
  ): Promise<boolean>
  /** What lies there, nobody but a person can take away from now on. */
  leaveByHand(id: string, reason: string): Promise<void>
  /** Those of a project that have not been ended, with which photo of whom lies there, `edited_at` by person. */
  delivering(projectId: number): Promise<{ delivery: DeliveryRow; photos: Map<number, string> }[]>
  placesOf(employeeId: number): Promise<PlaceOfPerson[]>
  /** Forgets runs of before this moment, and ended deliveries at whose destination nothing lies since then. */
  tidy(before: string): Promise<void>
}

const UNFINISHED = "state IN ('running', 'paused', 'review')"

export function getDeliveryStore(): DeliveryStore {
  return createDeliveryStore(getDatabase())
}

export function createDeliveryStore(database: DatabaseSync): DeliveryStore {
  const deliveries = openTable(database, 'deliveries', { row: deliveryRow })
  const runs = openTable(database, 'delivery_runs', { row: deliveryRunRow })
  const places = openTable(database, 'delivery_places', { row: deliveryPlaceRow, besides: ['delivery_id'] })

  return {
    async create(row) {
      deliveries.insert([row])
    },

    find: async id => deliveries.find('WHERE id = ?', id),

    list: async () => deliveries.list('ORDER BY ended_at IS NOT NULL, lower(name), id'),

    update: async (id, changes) => deliveries.update(changes, 'WHERE id = ?', id) > 0,

    async begin(run, due) {
      return transaction(database, () => {
        const { delivery_id: id } = run
        if (runs.count(`WHERE delivery_id = ? AND ${UNFINISHED}`, id) > 0) return false
        if (due) {
          const isDue = 'WHERE id = ? AND is_on = 1 AND ended_at IS NULL AND next_run_at <= ?'
          if (deliveries.update({ next_run_at: due.next }, isDue, id, due.now) === 0) return false
        }
        runs.insert([run])
        return true
      })
    },

    listDue: async now =>
      deliveries.list(
        'WHERE is_on = 1 AND ended_at IS NULL AND next_run_at <= ? ORDER BY next_run_at, id',
        now,
      ),

    places: async id => places.list('WHERE delivery_id = ? ORDER BY employee_id', id),

    async countPlaces(id) {
      const rows = database
        .prepare(
          `SELECT state, count(*) AS n, sum(checked_at IS NOT NULL AND reason IS NOT NULL) AS differing
           FROM delivery_places WHERE delivery_id = ? GROUP BY state`,
        )
        .all(id)
      const of = new Map(rows.map(row => [String(row.state), row]))
      const count = (state: DeliveryPlaceRow['state']) => Number(of.get(state)?.n ?? 0)
      return {
        ...{ there: count('there'), by_hand: count('by_hand'), removed: count('removed') },
        differing: Number(of.get('there')?.differing ?? 0),
      }
    },

    async putPlace(id, place) {
      await transaction(database, () => {
        places.remove('WHERE delivery_id = ? AND employee_id = ?', id, place.employee_id)
        places.insert([{ ...place, delivery_id: id }])
      })
    },

    updatePlace: async (id, employeeId, changes, onlyIn) =>
      places.update(
        changes,
        `WHERE delivery_id = ? AND employee_id = ? AND state IN ${placesFor(onlyIn)}`,
        id,
        employeeId,
        ...onlyIn,
      ) > 0,

    async leaveByHand(id, reason) {
      places.update({ state: 'by_hand', reason }, "WHERE delivery_id = ? AND state = 'there'", id)
    },

    async delivering(projectId) {
      const there = database.prepare(
        "SELECT employee_id, edited_at FROM delivery_places WHERE delivery_id = ? AND state = 'there'",
      )
      return deliveries
        .list('WHERE project_id = ? AND ended_at IS NULL ORDER BY id', projectId)
        .map(delivery => {
          const rows = there.all(delivery.id)
          return {
            delivery,
            photos: new Map(rows.map(row => [Number(row.employee_id), String(row.edited_at)])),
          }
        })
    },

    async placesOf(employeeId) {
      const of = new Map(deliveries.list('').map(row => [row.id, row]))
      const rows = database
        .prepare(
          'SELECT * FROM delivery_places WHERE employee_id = ? ORDER BY delivered_at DESC, delivery_id',
        )
        .all(employeeId)
      return rows.flatMap(row => {
        const delivery = of.get(String(row.delivery_id))
        return delivery ? [{ delivery, place: deliveryPlaceRow.parse(row) }] : []
      })
    },

    async tidy(before) {
      await transaction(database, () => {
        runs.remove("WHERE state IN ('done', 'failed', 'cancelled') AND ended_at < ?", before)
        places.remove("WHERE state = 'removed' AND removed_at < ?", before)
        deliveries.remove(
          `WHERE ended_at < ? AND NOT EXISTS (SELECT 1 FROM delivery_places WHERE delivery_id = deliveries.id)
             AND NOT EXISTS (SELECT 1 FROM delivery_runs WHERE delivery_id = deliveries.id AND ${UNFINISHED})`,
          before,
        )
      })
    },
  }
}
