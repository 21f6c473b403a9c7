import { ServiceError } from './service-error.ts'

/** Ids are integers; anything else cannot exist, which is the same 404 as an unknown id. */
export function toId(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw new ServiceError(404, 'There is no record with this id.')
  return Number(text)
}
