/** Every address of the desk is built here, so that a moved page is one change. */
import type { PhotoQuery } from '#lib/portrait-api/contract.ts'
import type { ConnectReason } from '#lib/session/contract.ts'

export const paths = {
  signIn: (returnTo?: string) => withQuery('/sign-in', { returnTo }),
  connect: (why: { reason?: ConnectReason | undefined; returnTo?: string | undefined } = {}) =>
    withQuery('/connect', why),
  projects: (filters: { archived?: boolean } = {}) =>
    withQuery('/projects', { archived: filters.archived ? '1' : undefined }),
  project: (projectId: number, search = '') => `/projects/${projectId}${search && `?${search}`}`,

  api: {
    connection: () => '/api/connection',
    projects: () => '/api/v1/projects',
    employees: (projectId: number, search = '') =>
      `/api/v1/projects/${projectId}/employees${search && `?${search}`}`,
    employee: (employeeId: number) => `/api/v1/employees/${employeeId}`,
    photo: (employeeId: number, { variant, size }: PhotoQuery) =>
      withQuery(`/api/v1/employees/${employeeId}/photo`, { variant, size: size ?? undefined }),
    imageSizes: () => '/api/v1/image-sizes',
    /** `v` is `photo.edited_at`: a new edit has a new address, so the old one may be cached for ever. */
    thumbnail: (employeeId: number, editedAt: string) =>
      withQuery(`/api/photos/${employeeId}/thumbnail`, { v: editedAt }),
    exports: () => '/api/exports',
    exportPlan: () => '/api/exports/plan',
    export: (exportId: string) => `/api/exports/${encodeURIComponent(exportId)}`,
    exportArchive: (exportId: string) => `/api/exports/${encodeURIComponent(exportId)}/archive`,
  },
} as const

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
