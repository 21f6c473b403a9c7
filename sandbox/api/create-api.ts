import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { ServiceError, toErrorResponse } from '../http/service-error.ts'
import type { ApiEnv } from './admit.ts'
import { admit } from './admit.ts'
import { createEmployees, deleteEmployee, getEmployee, listEmployees, updateEmployee } from './employees.ts'
import { getPhoto } from './get-photo.ts'
import { listImageSizes, listProjects } from './list-projects.ts'

export const API_PREFIX = '/api/v1'

/**
 * The eight endpoints of section 4. A caller without a key learns nothing about paths. HEAD is GET without the body
 * (RFC 9110, 9.3.2); any other method that a path does not support is a 405.
 */
export function createApi(context: SandboxContext): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .basePath(API_PREFIX)
    .use(admit(context))
    .get('/projects', listProjects(context))
    .all(refuseMethod('GET, HEAD'))
    .get('/projects/:projectId/employees', listEmployees(context))
    .post(createEmployees(context))
    .all(refuseMethod('GET, HEAD, POST'))
    .get('/employees/:employeeId', getEmployee(context))
    .patch(updateEmployee(context))
    .delete(deleteEmployee(context))
    .all(refuseMethod('GET, HEAD, PATCH, DELETE'))
    .get('/employees/:employeeId/photo', getPhoto(context))
    .all(refuseMethod('GET, HEAD'))
    .get('/image-sizes', listImageSizes(context))
    .all(refuseMethod('GET, HEAD'))
    .notFound(() => toErrorResponse(new ServiceError(404, 'There is no such path.')))
    .onError(toErrorResponse)
}

/** RFC 9110, 15.5.6: a 405 names the methods that the path supports. */
function refuseMethod(allow: string) {
  return function refuse(): never {
    throw new ServiceError(405, 'This path does not know this method.', { headers: { allow } })
  }
}
