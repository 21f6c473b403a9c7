import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { DELIVERY_MAIL_KINDS } from './enums.ts'
import { openTable } from './table.ts'

const deliveryMailRow = z.object({
  id: z.string(),
  delivery_id: z.string(),
  /** Null for a reminder. */
  run_id: z.string().nullable(),
  kind: z.enum(DELIVERY_MAIL_KINDS),
  tries: z.number(),
  /** Null once it was sent or given up. */
  next_try_at: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})

export type DeliveryMailRow = z.output<typeof deliveryMailRow>

/** Queue of mails about deliveries. */
type DeliveryMailStore = {
  /** Adds a mail, in the transaction that makes it due; a run has one of each kind. */
  add(within: Statements, mail: DeliveryMailRow): Promise<void>
  listDue(now: string): Promise<DeliveryMailRow[]>
  /** Claims a try until `nextTryAt`. False when another desk has claimed it. */
  claim(mail: DeliveryMailRow, nextTryAt: string): Promise<boolean>
  /** Ends the tries: sent at this moment, or given up (null). */
  close(id: string, sentAt: string | null): Promise<void>
  /** When the last mail about a delivery was written, or null. */
  lastOf(deliveryId: string): Promise<string | null>
  tidy(before: string): Promise<void>
}

export function getDeliveryMailStore(): DeliveryMailStore {
  return createDeliveryMailStore(getDatabase())
}

export function createDeliveryMailStore(database: Database): DeliveryMailStore {
  const mails = openTable(database, 'delivery_mails', { row: deliveryMailRow })
  return {
    async add(within, mail) {
      await mails.on(within).insert([mail], 'ON CONFLICT DO NOTHING')
    },

    listDue: async now => mails.list('WHERE next_try_at <= ? ORDER BY next_try_at, id', now),

    claim: async ({ id, tries, next_try_at }, nextTryAt) => {
      const asRead = 'WHERE id = ? AND next_try_at = ?'
      return (await mails.update({ tries: tries + 1, next_try_at: nextTryAt }, asRead, id, next_try_at)) > 0
    },

    async close(id, sent_at) {
      await mails.update({ next_try_at: null, sent_at }, 'WHERE id = ?', id)
    },

    async lastOf(deliveryId) {
      const last = await mails.find('WHERE delivery_id = ? ORDER BY created_at DESC, id LIMIT 1', deliveryId)
      return last?.created_at ?? null
    },

    async tidy(before) {
      await mails.remove('WHERE created_at < ? AND next_try_at IS NULL', before)
    },
  }
}
