import { employeeParams, projectParams } from '#lib/http/path-params.ts'

type ProjectAddress = {
  projectId: number
  /** Whose sheet lies above the table. */
  employeeId?: number
}

/** What an address below /projects asks for: a project, or one of its people (`people/<id>`). Null for any other. */
export function parseProjectAddress(params: { projectId: string; person?: string[] }): ProjectAddress | null {
  const { data: project } = projectParams.safeParse(params)
  if (!project) return null
  const [room, employeeId, ...more] = params.person ?? []
  if (room === undefined) return project
  const { data: employee } = employeeParams.safeParse({ employeeId })
  return room === 'people' && employee && more.length === 0 ? { ...project, ...employee } : null
}
