import 'server-only'
import { readEach } from '#lib/read-each.ts'
import { getDatabase } from './database.ts'
import {
  type DeliveryPlaceRow,
  type DeliveryRow,
  type DeliveryRunRow,
  deliveryPlaceRow,
  deliveryRow,
  deliveryRunRow,
} from './delivery-rows.ts'
import type { Database, Statements } from './engine.ts'
import { openTable, placesFor } from './table.ts'

/** An employee's photo at one destination, with its delivery. */
type PlaceOfPerson = { delivery: DeliveryRow; place: DeliveryPlaceRow }

/**
 * Deliveries and the photos at their destinations. Asynchronous, so that a database server can replace the embedded
 * one.
 */
type DeliveryStore = {
  /**
   * Creates a delivery with its first run, both or neither. False when another delivery has the `place`, a folder's
   * address.
   */
  create(row: DeliveryRow, first: DeliveryRunRow, place: string | null): Promise<boolean>
  find(id: string): Promise<DeliveryRow | null>
  /** All deliveries by name, those that have not been ended first. */
  list(): Promise<DeliveryRow[]>
  update(id: string, changes: Partial<DeliveryRow>): Promise<boolean>
  /**
   * Begins a run, unless another run of this delivery has not ended. With `due`, only when the delivery is on and its
   * time has come; the next time is stored with it, so each time begins one run, however many desks poll. With
   * `sendsDifferingAgain` it sends photos again where something else was found. After a run that removes everything, no
   * further run is scheduled.
   */
  begin(run: DeliveryRunRow, how?: { due?: Due; sendsDifferingAgain?: boolean }): Promise<boolean>
  /**
   * Starts a reviewed run and updates its delivery. Employees whose own photo is not to be replaced keep it. Returns
   * false when the run does not wait.
   */
  confirm(run: DeliveryRunRow, how: Confirmation): Promise<boolean>
  /** Ends a delivery: from then on only a person can remove its photos. False while a run has not ended. */
  end(id: string): Promise<boolean>
  /** Stores the consequences of a run's end, once. False, with nothing written, when they are stored already. */
  settle(run: DeliveryRunRow, meaning: Meaning): Promise<boolean>
  /** Deliveries that are on and due, the longest overdue first. */
  listDue(now: string): Promise<DeliveryRow[]>
  /** Sets the next time of a delivery that is on, unless it was changed since it was read. */
  takeBack(id: string, time: { from: string; to: string }): Promise<boolean>
  /** All places of a delivery, with which a plan is compared. */
  places(id: string): Promise<DeliveryPlaceRow[]>
  /** `differing`: places with the state `there` where a check found something else. */
  countPlaces(id: string): Promise<Record<DeliveryPlaceRow['state'] | 'differing', number>>
  /** Inserts or replaces a place. */
  putPlace(id: string, place: DeliveryPlaceRow): Promise<void>
  updatePlace(
    id: string,
    employeeId: number,
    changes: Partial<DeliveryPlaceRow>,
    onlyIn: DeliveryPlaceRow['state'][],
  ): Promise<boolean>
  /** Deliveries of a project that have not been ended, and the `edited_at` of each delivered photo by employee id. */
  delivering(projectId: number): Promise<{ delivery: DeliveryRow; photos: Map<number, string> }[]>
  placesOf(employeeId: number): Promise<PlaceOfPerson[]>
  /** Deletes runs from before this moment, and ended deliveries whose destination has had no photo since then. */
  tidy(before: string): Promise<void>
}

type Confirmation = { confirmedBy: string; changes: Partial<DeliveryRow> }

/** `now`: the time of the poll; `next`: the time of the following run. */
type Due = { now: string; next: string | null }

/**
 * Consequences of a run's end: changes of its delivery, photos that may be there, and whether it was the last run.
 * `tell` writes the log.
 */
type Meaning = {
  changes: Partial<DeliveryRow>
  maybeThere: DeliveryPlaceRow[]
  isLast: boolean
  tell(within: Statements): Promise<void>
}

const UNFINISHED = "state IN ('running', 'paused', 'review')"

export function getDeliveryStore(): DeliveryStore {
  return createDeliveryStore(getDatabase())
}

export function createDeliveryStore(database: Database): DeliveryStore {
  const deliveries = openTable(database, 'deliveries', { row: deliveryRow })
  const runs = openTable(database, 'delivery_runs', { row: deliveryRunRow })
  const places = openTable(database, 'delivery_places', { row: deliveryPlaceRow, besides: ['delivery_id'] })

  async function isRunning(within: Statements, id: string): Promise<boolean> {
    return (await runs.on(within).count(`WHERE delivery_id = ? AND ${UNFINISHED}`, id)) > 0
  }

  async function put(within: Statements, id: string, place: DeliveryPlaceRow): Promise<void> {
    const here = places.on(within)
    await here.remove('WHERE delivery_id = ? AND employee_id = ?', id, place.employee_id)
    await here.insert([{ ...place, delivery_id: id }])
  }

  async function end(within: Statements, id: string): Promise<void> {
    const left = { state: 'by_hand', reason: 'delivery_ended', problem: null } as const
    await places.on(within).update(left, "WHERE delivery_id = ? AND state = 'there'", id)
    const ended = { ended_at: new Date().toISOString(), is_on: false, next_run_at: null, secrets: null }
    await deliveries.on(within).update(ended, 'WHERE id = ?', id)
    await within.run('DELETE FROM delivery_claims WHERE delivery_id = ?', id)
  }

  /** Claims a place; false when another delivery has it. */
  async function claim(within: Statements, id: string, place: string): Promise<boolean> {
    const claims =
      'INSERT INTO delivery_claims (place, delivery_id) VALUES (?, ?) ON CONFLICT (place) DO NOTHING'
    return (await within.run(claims, place, id)) > 0
  }

  return {
    async create(row, first, place) {
      return database.transaction(async within => {
        await deliveries.on(within).insert([row])
        if (place !== null && !(await claim(within, row.id, place))) {
          await deliveries.on(within).remove('WHERE id = ?', row.id)
          return false
        }
        await runs.on(within).insert([first])
        return true
      })
    },

    find: async id => deliveries.find('WHERE id = ?', id),

    list: async () => deliveries.listReadable('ORDER BY ended_at IS NOT NULL, lower(name), id'),

    update: async (id, changes) => (await deliveries.update(changes, 'WHERE id = ?', id)) > 0,

    async begin(run, { due, sendsDifferingAgain = false } = {}) {
      return database.transaction(async within => {
        const { delivery_id: id } = run
        if (await isRunning(within, id)) return false
        if (due) {
          const isDue = 'WHERE id = ? AND is_on = 1 AND ended_at IS NULL AND next_run_at <= ?'
          const begun = await deliveries.on(within).update({ next_run_at: due.next }, isDue, id, due.now)
          if (begun === 0) return false
        }
        if (run.takes_all_away)
          await deliveries.on(within).update({ is_on: false, next_run_at: null }, 'WHERE id = ?', id)
        if (sendsDifferingAgain)
          await places
            .on(within)
            .update(
              { form: '' },
              "WHERE delivery_id = ? AND state = 'there' AND reason IN ('gone_there', 'other_there')",
              id,
            )
        await runs.on(within).insert([run])
        return true
      })
    },

    async confirm({ id, delivery_id }, { confirmedBy: confirmed_by, changes }) {
      return database.transaction(async within => {
        const going = { state: 'running', confirmed_by } as const
        if ((await runs.on(within).update(going, "WHERE id = ? AND state = 'review'", id)) === 0) return false
        await deliveries.on(within).update(changes, 'WHERE id = ?', delivery_id)
        await within.run(
          `UPDATE delivery_items SET action = 'cannot', reason = 'photo_there'
           WHERE run_id = ? AND reason = 'replaces_photo' AND employee_id NOT IN (SELECT employee_id FROM own_photos
             WHERE delivery_id = ? AND kind = 'preview' AND decision = 'replace')`,
          ...[id, delivery_id],
        )
        const kept = "WHERE delivery_id = ? AND kind = 'preview' AND decision <> 'replace'"
        await within.run(`DELETE FROM own_photos ${kept}`, delivery_id)
        return true
      })
    },

    async settle(run, { changes, maybeThere, isLast, tell }) {
      const { id, delivery_id } = run
      return database.transaction(async within => {
        const open = 'WHERE id = ? AND is_unsettled = 1'
        if ((await runs.on(within).update({ is_unsettled: false }, open, id)) === 0) return false
        await deliveries.on(within).update(changes, 'WHERE id = ?', delivery_id)
        for (const place of maybeThere) await put(within, delivery_id, place)
        // The review ended without a decision, or the delivery no longer replaces photos.
        if (isLast || (run.review !== null && run.confirmed_by === null))
          await within.run(`DELETE FROM own_photos WHERE delivery_id = ? AND kind = 'preview'`, delivery_id)
        if (isLast) await end(within, delivery_id)
        await tell(within)
        return true
      })
    },

    async end(id) {
      return database.transaction(async within => {
        if (await isRunning(within, id)) return false
        await end(within, id)
        return true
      })
    },

    listDue: async now =>
      deliveries.listReadable(
        'WHERE is_on = 1 AND ended_at IS NULL AND next_run_at <= ? ORDER BY next_run_at, id',
        now,
      ),

    takeBack: async (id, { from, to }) => {
      const asRead = 'WHERE id = ? AND next_run_at = ? AND is_on = 1 AND ended_at IS NULL'
      return (await deliveries.update({ next_run_at: to }, asRead, id, from)) > 0
    },

    places: async id => places.list('WHERE delivery_id = ? ORDER BY employee_id', id),

    async countPlaces(id) {
      const rows = await database.all(
        `SELECT state, count(*) AS n,
           count(*) FILTER (WHERE checked_at IS NOT NULL AND reason IS NOT NULL) AS differing
         FROM delivery_places WHERE delivery_id = ? GROUP BY state`,
        id,
      )
      const of = new Map(rows.map(row => [String(row.state), row]))
      const count = (state: DeliveryPlaceRow['state']) => Number(of.get(state)?.n ?? 0)
      return {
        ...{ there: count('there'), by_hand: count('by_hand'), removed: count('removed') },
        differing: Number(of.get('there')?.differing ?? 0),
      }
    },

    async putPlace(id, place) {
      await database.transaction(within => put(within, id, place))
    },

    updatePlace: async (id, employeeId, changes, onlyIn) =>
      (await places.update(
        changes,
        `WHERE delivery_id = ? AND employee_id = ? AND state IN ${placesFor(onlyIn)}`,
        id,
        employeeId,
        ...onlyIn,
      )) > 0,

    async delivering(projectId) {
      const ofProject = 'WHERE project_id = ? AND ended_at IS NULL'
      const rows = await database.all(
        `SELECT delivery_id, employee_id, edited_at FROM delivery_places
         WHERE state = 'there' AND delivery_id IN (SELECT id FROM deliveries ${ofProject})`,
        projectId,
      )
      const of = Map.groupBy(rows, row => String(row.delivery_id))
      return (await deliveries.listReadable(`${ofProject} ORDER BY id`, projectId)).map(delivery => {
        const there = of.get(delivery.id) ?? []
        return {
          delivery,
          photos: new Map(there.map(row => [Number(row.employee_id), String(row.edited_at)])),
        }
      })
    },

    async placesOf(employeeId) {
      const of = new Map((await deliveries.listReadable('')).map(row => [row.id, row]))
      const rows = await database.all(
        'SELECT * FROM delivery_places WHERE employee_id = ? ORDER BY delivered_at DESC, delivery_id',
        employeeId,
      )
      return readEach('delivery_places', rows, row => {
        const delivery = of.get(String(row.delivery_id))
        return delivery ? [{ delivery, place: deliveryPlaceRow.parse(row) }] : []
      }).flat()
    },

    async tidy(before) {
      await database.transaction(async within => {
        await runs
          .on(within)
          .remove("WHERE state IN ('done', 'failed', 'cancelled') AND ended_at < ?", before)
        await places.on(within).remove("WHERE state = 'removed' AND removed_at < ?", before)
        await deliveries.on(within).remove(
          `WHERE ended_at < ? AND NOT EXISTS (SELECT 1 FROM delivery_places WHERE delivery_id = deliveries.id)
             AND NOT EXISTS (SELECT 1 FROM delivery_runs WHERE delivery_id = deliveries.id AND ${UNFINISHED})`,
          before,
        )
      })
    },
  }
}
