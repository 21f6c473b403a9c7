/** Path parameters are integers (specification section 4); anything else is an unknown address. */
import { z } from 'zod/mini'
import { parseId } from '#lib/portrait-api/terms.ts'
import { DELIVERY_ACTIONS } from '#lib/store/enums.ts'

export const idText = z.pipe(z.string(), z.pipe(z.transform(parseId), z.int()))

export const projectParams = z.object({ projectId: idText })
export const employeeParams = z.object({ employeeId: idText })
export const batchParams = z.object({ batchId: z.uuid() })
export const importParams = z.object({ importId: z.uuid() })
export const deliveryParams = z.object({ deliveryId: z.uuid() })
export const deliveryRunParams = z.object({ deliveryId: z.uuid(), runId: z.uuid() })
export const deliveryPlaceParams = z.object({ deliveryId: z.uuid(), employeeId: idText })
export const exportParams = z.object({ exportId: z.uuid() })
/** `practice`, or a UUID. */
export const accountParams = z.object({ accountId: z.string().check(z.regex(/^[\w-]{1,64}$/)) })
export const sessionParams = z.object({ sessionId: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

const wholeNumber = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number))

export const exportListQuery = z.strictObject({
  page: z._default(wholeNumber, 1),
  project_id: z.optional(idText),
})
export const endDeliveryQuery = z.strictObject({ photos: z.enum(['take_away', 'leave']) })
/**
 * `again=differing`: the run also sends photos that were found missing or changed. Both values ask again about
 * employees' own photos at the destination.
 */
export const newRunQuery = z.strictObject({ again: z.optional(z.enum(['differing', 'own_photos'])) })
/** `v` is the version of the picture, for the browser's cache. */
export const ownPhotoQuery = z.strictObject({ v: z.string().check(z.maxLength(2000)) })
export const placesQuery = z.strictObject({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  page: z._default(wholeNumber, 1),
})
export const runItemsQuery = z.strictObject({
  ...placesQuery.shape,
  action: z.optional(z.enum(DELIVERY_ACTIONS)),
})
/** `rows=0`: without the rows, for polling. */
export const importQuery = z.strictObject({ rows: z._default(z.enum(['0', '1']), '1') })
/** `only`: discarding a draft does not stop an import that was started meanwhile. */
export const endImportQuery = z.strictObject({
  rows: z.optional(z.literal('0')),
  only: z.optional(z.literal('draft')),
})
export const importResultQuery = z.strictObject({ format: z._default(z.enum(['csv', 'xlsx']), 'xlsx') })
export const archiveQuery = z.strictObject({ part: z._default(wholeNumber, 1) })
/** For handlers that parse the query with their own rules. */
export const anyQuery = z.record(z.string(), z.string())
