import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database } from './engine.ts'
import { OWN_PHOTO_DECISIONS } from './enums.ts'
import { json, openTable, placesFor } from './table.ts'

const facts = {
  employee_id: z.number(),
  kind: z.enum(['preview', 'replaced']),
  /** Entry or account that held the photo. */
  entry: json(z.object({ place: z.string(), id: z.string().nullable() })),
  /** Shows whether the entry still holds this very photo. */
  version: z.string(),
  /** Null for a photo that was replaced. */
  decision: z.enum(OWN_PHOTO_DECISIONS).nullable(),
  created_at: z.string(),
}
const ownPhotoFacts = z.object(facts)
const ownPhotoRow = z.object({ ...facts, seal: z.string() })

export type OwnPhotoFacts = z.output<typeof ownPhotoFacts>
export type OwnPhotoRow = z.output<typeof ownPhotoRow>
export type OwnPhotoKind = OwnPhotoRow['kind']
export type OwnPhotoDecision = (typeof OWN_PHOTO_DECISIONS)[number]

/** Employees' own photos at destinations. */
type OwnPhotoStore = {
  /** Stores a photo, instead of an earlier one of this kind. */
  put(deliveryId: string, row: OwnPhotoRow): Promise<void>
  find(deliveryId: string, employeeId: number, kind: OwnPhotoKind): Promise<OwnPhotoRow | null>
  /** All of a delivery, without the image data. */
  list(deliveryId: string, kind: OwnPhotoKind): Promise<OwnPhotoFacts[]>
  /** Stores the decision about the previews of these employees, or of all. */
  decide(deliveryId: string, decision: OwnPhotoDecision, employeeIds?: readonly number[]): Promise<void>
  remove(deliveryId: string, employeeId: number, kind: OwnPhotoKind): Promise<void>
  /** Deletes photos from before this moment. */
  tidy(before: { preview: string; replaced: string }): Promise<void>
}

export function getOwnPhotoStore(): OwnPhotoStore {
  return createOwnPhotoStore(getDatabase())
}

export function createOwnPhotoStore(database: Database): OwnPhotoStore {
  const besides = ['delivery_id'] as const
  const rows = openTable(database, 'own_photos', { row: ownPhotoRow, besides })
  const known = openTable(database, 'own_photos', { row: ownPhotoFacts, besides })
  const ofOne = 'WHERE delivery_id = ? AND employee_id = ? AND kind = ?'
  return {
    async put(delivery_id, row) {
      await database.transaction(async within => {
        await rows.on(within).remove(ofOne, delivery_id, row.employee_id, row.kind)
        await rows.on(within).insert([{ ...row, delivery_id }])
      })
    },

    find: async (...of) => rows.find(ofOne, ...of),

    list: async (...of) => known.list('WHERE delivery_id = ? AND kind = ? ORDER BY employee_id', ...of),

    async decide(deliveryId, decision, employeeIds) {
      const these = employeeIds ? ` AND employee_id IN ${placesFor(employeeIds)}` : ''
      const previews = `WHERE delivery_id = ? AND kind = 'preview'${these}`
      await known.update({ decision }, previews, deliveryId, ...(employeeIds ?? []))
    },

    async remove(...of) {
      await rows.remove(ofOne, ...of)
    },

    async tidy({ preview, replaced }) {
      await rows.remove("WHERE kind = 'preview' AND created_at < ?", preview)
      await rows.remove("WHERE kind = 'replaced' AND created_at < ?", replaced)
    },
  }
}
