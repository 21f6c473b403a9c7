import 'server-only'
import { z } from 'zod'
import type { Database } from '#lib/store/engine.ts'

/** Milliseconds since 1970, by the clock that all desks share: the database's. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS BIGINT)"
/** Milliseconds after which an expired lease is deleted: its job no longer exists. */
const FORGET_MS = 24 * 60 * 60_000

const takenRow = z.object({ token: z.number() })
const renewedRow = z.object({ name: z.string(), token: z.number(), wanted_by: z.string().nullable() })

type RenewedLease = z.output<typeof renewedRow>

/** Stores which desk works on what, and until when. Needs an unfenced database (`lib/store/fenced.ts`). */
export type LeaseStore = ReturnType<typeof createLeaseStore>

export function createLeaseStore(database: Database) {
  return {
    /**
     * Claims a lease for `ms`, when no other desk holds it, and returns its token; otherwise null. Tokens start with
     * the time, so that none is ever used again, even after a release.
     */
    async take(name: string, { owner, ms }: { owner: string; ms: number }): Promise<number | null> {
      const row = await database.get(
        `INSERT INTO leases (name, owner, token, until) VALUES ($name, $owner, ${NOW}, ${NOW} + $ms)
         ON CONFLICT (name) DO UPDATE SET
           token = CASE WHEN leases.owner = excluded.owner THEN leases.token ELSE leases.token + 1 END,
           wanted_by = CASE WHEN leases.owner = excluded.owner THEN leases.wanted_by END,
           owner = excluded.owner, until = excluded.until
         WHERE leases.owner = excluded.owner OR leases.until <= ${NOW}
         RETURNING token`,
        { name, owner, ms },
      )
      return row ? takenRow.parse(row).token : null
    },

    /**
     * Renews the leases that this desk still holds, and returns them. An expired lease is still held until another desk
     * claims it.
     */
    async renew(names: string[], { owner, ms }: { owner: string; ms: number }): Promise<RenewedLease[]> {
      const rows = await database.all(
        `UPDATE leases SET until = ${NOW} + $ms
         WHERE owner = $owner AND name IN (SELECT value FROM json_each($names))
         RETURNING name, token, wanted_by`,
        { owner, ms, names: JSON.stringify(names) },
      )
      return rows.map(row => renewedRow.parse(row))
    },

    /** Asks the holder to hand the lease over. */
    async want(name: string, owner: string): Promise<void> {
      await database.run(
        `UPDATE leases SET wanted_by = $owner
         WHERE name = $name AND owner <> $owner AND until > ${NOW} AND wanted_by IS NULL`,
        { name, owner },
      )
    },

    /**
     * Hands the lease to the desk that requested it. Otherwise any desk may take it (`free`), or it is deleted
     * (`done`).
     */
    async release(
      name: string,
      { token, ms, as }: { token: number; ms: number; as: 'done' | 'free' },
    ): Promise<void> {
      await database.transaction(async within => {
        const handed = await within.run(
          `UPDATE leases SET owner = wanted_by, token = token + 1, until = ${NOW} + $ms, wanted_by = NULL
           WHERE name = $name AND token = $token AND wanted_by IS NOT NULL`,
          { name, token, ms },
        )
        if (handed > 0) return
        const ours = 'WHERE name = ? AND token = ?'
        await within.run(
          as === 'free' ? `UPDATE leases SET until = ${NOW} ${ours}` : `DELETE FROM leases ${ours}`,
          name,
          token,
        )
      })
    },

    /** Lists all leases by name, and whether they last. Deletes those that expired a day ago. */
    async list(): Promise<Map<string, { owner: string; lasts: boolean }>> {
      await database.run(`DELETE FROM leases WHERE until <= ${NOW} - ${FORGET_MS}`)
      const rows = await database.all(`SELECT name, owner, until > ${NOW} AS lasts FROM leases`)
      return new Map(
        rows.map(({ name, owner, lasts }) => [
          String(name),
          { owner: String(owner), lasts: Boolean(Number(lasts)) },
        ]),
      )
    },
  }
}
