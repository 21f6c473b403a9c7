import { photoDownloadsResponse } from '#lib/contracts/activity.ts'
import { placesOfPersonResponse } from '#lib/deliveries/contract.ts'
import { findPeople } from '#lib/employees/search/find-people.ts'
import { projectTasksResponse } from '#lib/overview/contract.ts'
import { imageSizeListResponse, projectListResponse } from '#lib/portrait-api/contract.ts'
import { preferencesSchema } from '#lib/preferences/contract.ts'
import { foundEverywhereResponse, statusCountsResponse } from '#lib/projects/contract.ts'
import { listRequestSchema } from '#lib/projects/list-contract.ts'
import { type ServiceState, serviceStateResponse } from '#lib/service/contract.ts'
import { toPage } from './people-routes.ts'
import { route } from './routes.ts'

/** The state of the service while all is well. */
export const SERVICE_WELL: ServiceState = {
  ...{ free: 30, limit: 30, nextFreeMs: 0, down: false, nextTryMs: 0 },
  ...{ answered: true, heardMs: 0, refused: null },
}

/** The limit of `find-everywhere.ts`. */
const FOUND_MAX = 20

const SIZES = [
  { label: 'Intranet', width: 600, height: 800 },
  { label: 'Dienstausweis', width: 413, height: 531 },
  { label: 'Quadrat', width: 648, height: 648 },
]

/** A grey square of one pixel. */
const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
  letter => letter.charCodeAt(0),
)

/** Routes about everything except people. */
export const deskRoutes = [
  route('GET /api/budget', serviceStateResponse, () => ({ data: SERVICE_WELL })),
  route('GET /api/v1/projects', projectListResponse, (_, { project }) => ({ data: [project] })),
  route('GET /api/people', foundEverywhereResponse, ({ search }, { people }) => {
    const { people: data, similar } = findPeople(people, search.get('q') ?? '')
    const read = { searched: 1, projects: 1, failed: 0, left_out: 0, reading: null, complete: true }
    return { data: data.slice(0, FOUND_MAX), meta: { total: data.length, similar, ...read } }
  }),
  route('GET /api/v1/image-sizes', imageSizeListResponse, () => ({
    data: SIZES.map((size, index) => ({ index, ...size })),
  })),
  route('GET /api/projects/tasks', projectTasksResponse, (_, { project }) => ({
    data: { [project.id]: [] },
  })),
  route('GET /api/projects/status-counts', statusCountsResponse, (_, { project, people }) => {
    const {
      all: _all,
      uninvited: _uninvited,
      ...counts
    } = toPage(people, new URLSearchParams()).meta.counts ?? {}
    return { data: { counts: { [project.id]: counts as Record<string, number> }, complete: true } }
  }),
  route('GET /api/employees/:employeeId/downloads', photoDownloadsResponse, () => ({
    ...{ data: [], added_at: null, targets: [] },
  })),
  route('GET /api/employees/:employeeId/places', placesOfPersonResponse, () => ({ data: [] })),
  route('PUT /api/preferences', null, ({ body }) => {
    preferencesSchema.parse(body)
    return undefined
  }),
  route('POST /api/projects/:projectId/people/list', null, ({ body }) =>
    toFile(listRequestSchema.parse(body).format),
  ),
  route('GET /api/projects/:projectId/people/list', null, ({ search }) => toFile(search.get('format') ?? '')),
  route('GET /api/photos/:employeeId/:form', null, () => toPicture()),
  route('GET /api/v1/employees/:employeeId/photo', null, () => toPicture()),
]

/** Returns a file whose content the API tests check. */
function toFile(format: string) {
  const headers = { 'content-disposition': `attachment; filename="people.${format}"` }
  return new Response('people', { headers })
}

/** Returns a picture. */
export function toPicture() {
  return new Response(PICTURE, { headers: { 'content-type': 'image/png' } })
}
