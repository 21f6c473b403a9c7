import { employeeParams, projectParams } from '#lib/http/path-params.ts'

type ProjectAddress = {
  projectId: number
  /** The employee whose sheet is open above the table. */
  employeeId?: number
}

/** Parses an address below /projects: a project, or one of its employees (`people/<id>`). Null for any other. */
export function parseProjectAddress(params: { projectId: string; person?: string[] }): ProjectAddress | null {
  const { data: project } = projectParams.safeParse(params)
  if (!project) return null
  const [room, employeeId, ...more] = params.person ?? []
  if (room === undefined) return project
  const { data: employee } = employeeParams.safeParse({ employeeId })
  return room === 'people' && employee && more.length === 0 ? { ...project, ...employee } : null
}
