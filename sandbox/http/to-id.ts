import { parseId } from '#lib/portrait-api/contract.ts'
import { ServiceError } from './service-error.ts'

/** Ids are integers; anything else cannot exist, which is the same 404 as an unknown id. */
export function toId(text: string | undefined): number {
  const id = parseId(text ?? '')
  if (id === null) throw new ServiceError(404, 'There is no record with this id.')
  return id
}
