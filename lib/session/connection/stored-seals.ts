import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { log } from '#lib/log.ts'
import { getSealPasswords, type SealPurpose } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getDatabase } from '#lib/store/database.ts'
import { seal as sealAnew, unseal } from './seals.ts'

/** Columns of the database that `APP_SECRET` seals. A user's own key is sealed in their browser. */
const SEALED = {
  company: { table: 'desk_connection', column: 'seal', key: 'id', since: 2 },
  delivery: { table: 'deliveries', column: 'secrets', key: 'id', since: 13 },
  own_photo: { table: 'own_photos', column: 'seal', key: 'delivery_id, employee_id, kind', since: 29 },
} satisfies Record<
  Exclude<SealPurpose, 'person'>,
  { table: string; column: string; key: string; since: number }
>

export type StoredSeal = { purpose: keyof typeof SEALED; seal: string }

const PURPOSES = ['company', 'delivery', 'own_photo'] as const
/** Seals in memory at a time: photos are large. */
const PAGE_ROWS = 10

/** Seals everything again with the current secret at each start, so that the previous one can be removed. */
export async function resealStored(): Promise<void> {
  if (getEnv().appSecretPrevious === undefined) return
  const database = getDatabase()
  let count = 0
  for await (const { purpose, seal } of selectSeals(sql => database.all(sql))) {
    const again = await reseal({ purpose, seal })
    const { table, column } = SEALED[purpose]
    // The value may have been replaced meanwhile.
    if (again)
      count += await database.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`, again, seal)
  }
  if (count > 0) log('info', 'secrets_resealed', { count })
}

/** Returns null for a seal that needs no change, or that none of our secrets opens. */
async function reseal({ purpose, seal }: StoredSeal): Promise<string | null> {
  if ((await judgeSeal({ purpose, seal })) !== 'previous') return null
  const opened = await unseal(seal, z.unknown(), { purpose })
  return 'content' in opened ? sealAnew(opened.content, { purpose }) : null
}

/** Returns which secret opens it: the current one, only the previous one (`APP_SECRET_PREVIOUS`), or neither. */
export async function judgeSeal({
  purpose,
  seal,
}: StoredSeal): Promise<'current' | 'previous' | 'unreadable'> {
  const opened = await unseal(seal, z.unknown(), { purpose })
  if (!('content' in opened)) return 'unreadable'
  // `Fe26.2*`, then the id of the password: https://github.com/hapijs/iron
  const [, id = ''] = seal.split('*')
  return id in getSealPasswords(purpose).current ? 'current' : 'previous'
}

/** Purposes of the seals that a database of this schema version may hold. */
export function toPurposes(schema: number): StoredSeal['purpose'][] {
  return PURPOSES.filter(purpose => SEALED[purpose].since <= schema)
}

type Select = (sql: string) => Promise<Record<string, unknown>[]> | Record<string, unknown>[]

/** Yields all seals in the database of a desk that has all tables. */
export async function* selectSeals(
  select: Select,
  purposes: readonly StoredSeal['purpose'][] = PURPOSES,
): AsyncGenerator<StoredSeal> {
  for (const purpose of purposes) {
    const { table, column, key } = SEALED[purpose]
    const sealed = `FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${key} LIMIT ${PAGE_ROWS}`
    for (let skipped = 0; ; skipped += PAGE_ROWS) {
      const rows = await select(`SELECT ${column} AS seal ${sealed} OFFSET ${skipped}`)
      for (const { seal } of rows) yield { purpose, seal: String(seal) }
      if (rows.length < PAGE_ROWS) break
    }
  }
}

/** Yields the same from any database file of a desk; files of the first versions lack some tables. */
export function readSeals(file: DatabaseSync): AsyncGenerator<StoredSeal> {
  const exists = file.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
  return selectSeals(
    sql => file.prepare(sql).all(),
    PURPOSES.filter(purpose => exists.get(SEALED[purpose].table)),
  )
}
