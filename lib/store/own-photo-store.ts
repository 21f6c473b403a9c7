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
type OwnPhotoRow = z.output<typeof ownPhotoRow>
export type OwnPhotoKind = OwnPhotoRow['kind']
export type OwnPhotoDecision = (typeof OWN_PHOTO_DECISIONS)[number]

/** Stores employees' own photos at destinations. */
export function getOwnPhotoStore() {
  return createOwnPhotoStore(getDatabase())
}

function createOwnPhotoStore(database: Database) {
  const besides = ['delivery_id'] as const
  const rows = openTable(database, 'own_photos', { row: ownPhotoRow, besides })
  const known = openTable(database, 'own_photos', { row: ownPhotoFacts, besides })
  const ofOne = 'WHERE delivery_id = ? AND employee_id = ? AND kind = ?'
  return {
    /** Stores a photo, instead of an earlier one of this kind. */
    async put(delivery_id: string, row: OwnPhotoRow): Promise<void> {
      await database.transaction(async within => {
        await rows.on(within).remove(ofOne, delivery_id, row.employee_id, row.kind)
        await rows.on(within).insert([{ ...row, delivery_id }])
      })
    },

    async find(deliveryId: string, employeeId: number, kind: OwnPhotoKind): Promise<OwnPhotoRow | null> {
      return rows.find(ofOne, deliveryId, employeeId, kind)
    },

    /** Lists all of a delivery, without the image data. */
    async list(deliveryId: string, kind: OwnPhotoKind): Promise<OwnPhotoFacts[]> {
      return known.list('WHERE delivery_id = ? AND kind = ? ORDER BY employee_id', deliveryId, kind)
    },

    /** Stores the decision about the previews of these employees, or of all. */
    async decide(
      deliveryId: string,
      decision: OwnPhotoDecision,
      employeeIds?: readonly number[],
    ): Promise<void> {
      const these = employeeIds ? ` AND employee_id IN ${placesFor(employeeIds)}` : ''
      const previews = `WHERE delivery_id = ? AND kind = 'preview'${these}`
      await known.update({ decision }, previews, deliveryId, ...(employeeIds ?? []))
    },

    async remove(deliveryId: string, employeeId: number, kind: OwnPhotoKind): Promise<void> {
      await rows.remove(ofOne, deliveryId, employeeId, kind)
    },

    /** Deletes photos from before these moments. */
    async tidy({ preview, replaced }: Record<OwnPhotoKind, string>): Promise<void> {
      await rows.remove("WHERE kind = 'preview' AND created_at < ?", preview)
      await rows.remove("WHERE kind = 'replaced' AND created_at < ?", replaced)
    },
  }
}
