import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { ServiceError } from '../http/service-error.ts'
import { toErrorResponse } from '../http/to-error-response.ts'
import { admit } from './admit.ts'
import type { ApiEnv } from './api-env.ts'
import { createEmployees } from './create-employees.ts'
import { deleteEmployee } from './delete-employee.ts'
import { getEmployee } from './get-employee.ts'
import { getPhoto } from './get-photo.ts'
import { listEmployees } from './list-employees.ts'
import { listImageSizes } from './list-image-sizes.ts'
import { listProjects } from './list-projects.ts'
import { refuseMethod } from './refuse-method.ts'
import { updateEmployee } from './update-employee.ts'

export const API_PREFIX = '/api/v1'

/**
 * The eight endpoints of section 4; whoever comes without a key learns nothing about paths. HEAD is GET without the
 * body, as RFC 9110 (9.3.2) has it; any other method that a path does not know is a 405.
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
