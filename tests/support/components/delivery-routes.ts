import {
  deliveryItemListResponse,
  deliveryResponse,
  deliveryRunListResponse,
  deliveryRunResponse,
} from '#lib/deliveries/contract.ts'
import { DeskError } from '#lib/errors.ts'
import { toPicture } from './desk-routes.ts'
import { route } from './routes.ts'

/** Routes about deliveries. A test answers those that it needs by `deskApi.respond`. */
export const deliveryRoutes = [
  route('GET /api/deliveries/:deliveryId', deliveryResponse, notFound),
  route('GET /api/deliveries/:deliveryId/runs', deliveryRunListResponse, () => ({ data: [] })),
  route('GET /api/deliveries/:deliveryId/runs/:runId/items', deliveryItemListResponse, notFound),
  route('PUT /api/deliveries/:deliveryId/runs/:runId/own-photos', deliveryRunResponse, notFound),
  route('GET /api/deliveries/:deliveryId/own-photos/:employeeId', null, () => toPicture()),
]

function notFound(): never {
  throw new DeskError('not_found')
}
