import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { log } from '#lib/log.ts'
import { getSealPasswords, type SealPurpose } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getDatabase } from '#lib/store/database.ts'
import { seal as sealAnew, unseal } from './seals.ts'

/** Where the database keeps what `APP_SECRET` seals. What a person seals is in their own browser. */
const SEALED = {
  company: { table: 'desk_connection', column: 'seal', since: 2 },
  delivery: { table: 'deliveries', column: 'secrets', since: 13 },
  own_photo: { table: 'own_photos', column: 'seal', since: 29 },
} satisfies Record<Exclude<SealPurpose, 'person'>, { table: string; column: string; since: number }>

export type StoredSeal = { purpose: keyof typeof SEALED; seal: string }

const PURPOSES = ['company', 'delivery', 'own_photo'] as const
/** Seals that are in memory at a time: photos are large. */
const PAGE_ROWS = 10

/** Called at each start: what the secret before has sealed is sealed with the one of now, so that the old one may be dropped. */
export async function resealStored(): Promise<void> {
  if (getEnv().appSecretPrevious === undefined) return
  const database = getDatabase()
  let count = 0
  for await (const { purpose, seal } of selectSeals(sql => database.all(sql))) {
    const again = await reseal({ purpose, seal })
    const { table, column } = SEALED[purpose]
    // Somebody may have entered another one meanwhile.
    if (again)
      count += await database.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`, again, seal)
  }
  if (count > 0) log('info', 'secrets_resealed', { count })
}

/** Null for what need not be, or what no secret of ours opens. */
async function reseal({ purpose, seal }: StoredSeal): Promise<string | null> {
  if ((await judgeSeal({ purpose, seal })) !== 'previous') return null
  const opened = await unseal(seal, z.unknown(), { purpose })
  return 'content' in opened ? sealAnew(opened.content, { purpose }) : null
}

/** Which secret opens it: that of now, only the one before (`APP_SECRET_PREVIOUS`), or neither. */
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

/** Everything that is sealed in the database of a desk that has all of its tables. */
export async function* selectSeals(
  select: Select,
  purposes: readonly StoredSeal['purpose'][] = PURPOSES,
): AsyncGenerator<StoredSeal> {
  for (const purpose of purposes) {
    const { table, column } = SEALED[purpose]
    const sealed = `FROM ${table} WHERE ${column} IS NOT NULL ORDER BY id LIMIT ${PAGE_ROWS}`
    for (let skipped = 0; ; skipped += PAGE_ROWS) {
      const rows = await select(`SELECT ${column} AS seal ${sealed} OFFSET ${skipped}`)
      for (const { seal } of rows) yield { purpose, seal: String(seal) }
      if (rows.length < PAGE_ROWS) break
    }
  }
}

/** The same of any file of a desk; those of the first versions have not all tables. */
export function readSeals(file: DatabaseSync): AsyncGenerator<StoredSeal> {
  const exists = file.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
  return selectSeals(
    sql => file.prepare(sql).all(),
    PURPOSES.filter(purpose => exists.get(SEALED[purpose].table)),
  )
}
