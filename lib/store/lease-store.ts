import 'server-only'
import { z } from 'zod'
import type { Database } from './engine.ts'

/** Milliseconds since 1970, by the clock that all desks share: the database's. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS BIGINT)"
/** What nobody has taken up for so long is of nothing that is left. */
const FORGET_MS = 24 * 60 * 60_000

const takenRow = z.object({ token: z.number() })
const renewedRow = z.object({ name: z.string(), token: z.number(), wanted_by: z.string().nullable() })

export type RenewedLease = z.output<typeof renewedRow>

/** What is worked on, by which desk, and until when nobody else takes it up. Not for writes of a step: see `fenced.ts`. */
export type LeaseStore = ReturnType<typeof createLeaseStore>

export function createLeaseStore(database: Database) {
  return {
    /**
     * Claims for so many ms what nobody holds or what is ours; resolves to the token, and to null while the lease of somebody
     * else lasts. A token is never used again, also not of a lease that was given back: it begins with the time.
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

    /** Those of these that are still ours, and who asks for them. One that has run out and that nobody has claimed is. */
    async renew(names: string[], { owner, ms }: { owner: string; ms: number }): Promise<RenewedLease[]> {
      const rows = await database.all(
        `UPDATE leases SET until = ${NOW} + $ms
         WHERE owner = $owner AND name IN (SELECT value FROM json_each($names))
         RETURNING name, token, wanted_by`,
        { owner, ms, names: JSON.stringify(names) },
      )
      return rows.map(row => renewedRow.parse(row))
    },

    /** Asks its holder to hand it over. */
    async want(name: string, owner: string): Promise<void> {
      await database.run(
        `UPDATE leases SET wanted_by = $owner
         WHERE name = $name AND owner <> $owner AND until > ${NOW} AND wanted_by IS NULL`,
        { name, owner },
      )
    },

    /** Ours no longer: whoever has asked for it has it from now on, or anybody may take up what is left to do (`free`). */
    async giveBack(
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

    /** By name, whether its lease lasts. Those that nobody has taken up for a day are forgotten with it. */
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
