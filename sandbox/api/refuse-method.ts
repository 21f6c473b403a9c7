import { ServiceError } from '../http/service-error.ts'

/** RFC 9110, 15.5.6: a 405 names the methods that the path does know. */
export function refuseMethod(allow: string) {
  return function refuse(): never {
    throw new ServiceError(405, 'This path does not know this method.', { headers: { allow } })
  }
}
