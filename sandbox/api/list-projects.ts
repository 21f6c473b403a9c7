import type { ImageSize, Project } from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import type { ProjectRecord, ServiceState } from '../state/records.ts'
import type { ApiContext } from './admit.ts'

/** Section 4, GET /projects: all projects, including archived ones. */
export function listProjects({ store }: SandboxContext) {
  return function handle(c: ApiContext) {
    const own = store.state.projects.filter(project => project.customer_id === c.var.customer.id)
    return c.json({ data: own.map(project => toProject(store.state, project)) })
  }
}

function toProject(state: ServiceState, record: ProjectRecord): Project {
  const { id, projektnummer, name, status, start_date, deadline } = record
  const employees_count = state.employees.filter(({ project_id }) => project_id === id).length
  return { id, projektnummer, name, status, start_date, deadline, employees_count }
}

/** Section 4, GET /image-sizes. */
export function listImageSizes(_context: SandboxContext) {
  return function handle(c: ApiContext) {
    const data: ImageSize[] = c.var.customer.image_sizes.map((size, index) => ({ index, ...size }))
    return c.json({ data })
  }
}
