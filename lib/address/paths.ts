/** Every address of the desk is built here, so that a moved page is one change. */

import type { ConnectReason } from '#lib/contracts/connect-reasons.ts'
import type { ConnectionScope, SignOnProblem } from '#lib/contracts/session.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import type { PhotoQuery } from '#lib/portrait-api/input-contract.ts'

export const paths = {
  signIn: (returnTo?: string, error?: SignOnProblem) => withQuery('/sign-in', { returnTo, error }),
  /** The token comes after the `#`, which browsers do not send: no log and no Referer contains it. */
  setup: (token = '') => `/setup${token && `#${token}`}`,
  invitation: (token = '') => `/invitation${token && `#${token}`}`,
  about: () => '/about',
  accessibility: () => '/accessibility',
  account: () => '/account',
  accounts: (search = '') => `/accounts${search && `?${search}`}`,
  connect: (why: { reason?: ConnectReason | undefined; returnTo?: string | undefined } = {}) =>
    withQuery('/connect', why),
  projects: (search = '') => `/projects${search && `?${search}`}`,
  project: (projectId: number, search = '') => `/projects/${projectId}${search && `?${search}`}`,
  /** An employee above the table from which they were opened: `search` is the table's. */
  person: (projectId: number, employeeId: number, search = '') =>
    `/projects/${projectId}/people/${employeeId}${search && `?${search}`}`,
  /** The page with the dialog for downloads open; `newFor`: photos that are new or changed for this system. */
  download: (projectId: number, newFor?: string) =>
    `/projects/${projectId}#download${newFor ? `=${encodeURIComponent(newFor)}` : ''}`,
  newImport: (projectId: number) => `/projects/${projectId}/import`,
  import: (projectId: number, importId: string) =>
    `/projects/${projectId}/import/${encodeURIComponent(importId)}`,
  exports: (search = '') => `/exports${search && `?${search}`}`,
  deliveries: () => '/deliveries',
  newDelivery: () => '/deliveries/new',
  delivery: (deliveryId: string) => `/deliveries/${encodeURIComponent(deliveryId)}`,
  activity: (search = '') => `/activity${search && `?${search}`}`,

  api: {
    /** A script with the desk's texts; its name changes with its content. */
    csrf: () => '/api/auth/csrf',
    signIn: () => '/api/auth/callback/credentials',
    session: () => '/api/session',
    sessions: () => '/api/sessions',
    oneSession: (sessionId: string) => `/api/sessions/${encodeURIComponent(sessionId)}`,
    password: () => '/api/account/password',
    setup: () => '/api/setup',
    invitation: () => '/api/invitation',
    invitedAccount: () => '/api/invitation/account',
    accounts: () => '/api/accounts',
    account: (accountId: string) => `/api/accounts/${encodeURIComponent(accountId)}`,
    accountLink: (accountId: string) => `/api/accounts/${encodeURIComponent(accountId)}/link`,
    singleSignOn: () => '/api/auth/signin/oidc',
    connection: (query: { scope?: ConnectionScope } = {}) => withQuery('/api/connection', query),
    connectionSource: () => '/api/connection/source',
    preferences: () => '/api/preferences',
    projects: () => '/api/v1/projects',
    statusCounts: ({ archived }: { archived: boolean }) =>
      withQuery('/api/projects/status-counts', { archived: archived ? '1' : undefined }),
    projectTasks: () => '/api/projects/tasks',
    foundPeople: (q: string) => withQuery('/api/people', { q }),
    serviceState: () => '/api/budget',
    employees: (projectId: number, search = '') =>
      `/api/v1/projects/${projectId}/employees${search && `?${search}`}`,
    employee: (employeeId: number) => `/api/v1/employees/${employeeId}`,
    photo: (employeeId: number, { variant, size }: PhotoQuery) =>
      withQuery(`/api/v1/employees/${employeeId}/photo`, { variant, size: size ?? undefined }),
    /** `search` is that of `people-filters.ts`. */
    projectPeople: (projectId: number, search = '') =>
      `/api/projects/${projectId}/people${search && `?${search}`}`,
    projectPeopleIds: (projectId: number, search = '') =>
      `/api/projects/${projectId}/people/ids${search && `?${search}`}`,
    taken: (
      projectId: number,
      query: {
        email?: string | undefined
        mitarbeiternummer?: string | undefined
        except?: number | undefined
      },
    ) => withQuery(`/api/projects/${projectId}/people/taken`, query),
    peopleList: (projectId: number, search = '') =>
      `/api/projects/${projectId}/people/list${search && `?${search}`}`,
    changeEmployee: (employeeId: number) => `/api/employees/${employeeId}`,
    work: (until: readonly string[]) => withQuery('/api/work', { until: until.join(' ') || undefined }),
    batches: () => '/api/batches',
    batch: (batchId: string) => `/api/batches/${encodeURIComponent(batchId)}`,
    imageSizes: () => '/api/v1/image-sizes',
    /** `v` is `photo.edited_at`: a new edit has a new address, so the old one may be cached forever. */
    thumbnail: (employeeId: number, editedAt: string) =>
      withQuery(`/api/photos/${employeeId}/thumbnail`, { v: editedAt }),
    /** The portrait in the largest size that the desk shows; a view does not count as a download. */
    preview: (employeeId: number, { editedAt, variant }: { editedAt: string; variant: PhotoVariant }) =>
      withQuery(`/api/photos/${employeeId}/preview`, { v: editedAt, variant }),
    imports: (projectId: number) => `/api/projects/${projectId}/imports`,
    importPeople: (projectId: number) => `/api/projects/${projectId}/imports/people`,
    import: (importId: string, { rows = true }: { rows?: boolean } = {}) =>
      withQuery(`/api/imports/${encodeURIComponent(importId)}`, { rows: rows ? undefined : 0 }),
    importDraft: (importId: string) =>
      withQuery(`/api/imports/${encodeURIComponent(importId)}`, { only: 'draft' }),
    importStart: (importId: string) => `/api/imports/${encodeURIComponent(importId)}/start`,
    importPause: (importId: string) => `/api/imports/${encodeURIComponent(importId)}/pause`,
    importResume: (importId: string) => `/api/imports/${encodeURIComponent(importId)}/resume`,
    importResult: (importId: string, format: 'csv' | 'xlsx') =>
      withQuery(`/api/imports/${encodeURIComponent(importId)}/result`, { format }),
    activity: (search = '') => `/api/activity${search && `?${search}`}`,
    activityCsv: (search = '') => `/api/activity/csv${search && `?${search}`}`,
    deliveries: () => '/api/deliveries',
    testDestination: () => '/api/deliveries/test',
    testMail: () => '/api/deliveries/test-mail',
    hostKey: () => '/api/deliveries/host-key',
    delivery: (deliveryId: string) => `/api/deliveries/${encodeURIComponent(deliveryId)}`,
    endDelivery: (deliveryId: string, photos: 'take_away' | 'leave') =>
      withQuery(`/api/deliveries/${encodeURIComponent(deliveryId)}`, { photos }),
    deliveryRuns: (deliveryId: string, query: { again?: 'differing' | 'own_photos' } = {}) =>
      withQuery(`/api/deliveries/${encodeURIComponent(deliveryId)}/runs`, query),
    deliveryRun: (deliveryId: string, runId: string) =>
      `/api/deliveries/${encodeURIComponent(deliveryId)}/runs/${encodeURIComponent(runId)}`,
    confirmRun: (deliveryId: string, runId: string) =>
      `/api/deliveries/${encodeURIComponent(deliveryId)}/runs/${encodeURIComponent(runId)}/confirm`,
    ownPhotos: (deliveryId: string, runId: string) =>
      `/api/deliveries/${encodeURIComponent(deliveryId)}/runs/${encodeURIComponent(runId)}/own-photos`,
    ownPhoto: (deliveryId: string, employeeId: number, version: string) =>
      withQuery(`/api/deliveries/${encodeURIComponent(deliveryId)}/own-photos/${employeeId}`, { v: version }),
    runItems: (
      deliveryId: string,
      runId: string,
      query: { q?: string | undefined; action?: string | undefined; page?: number },
    ) =>
      withQuery(
        `/api/deliveries/${encodeURIComponent(deliveryId)}/runs/${encodeURIComponent(runId)}/items`,
        query,
      ),
    deliveryPlaces: (deliveryId: string, query: { q?: string | undefined; page?: number } = {}) =>
      withQuery(`/api/deliveries/${encodeURIComponent(deliveryId)}/places`, query),
    deliveryRecord: (deliveryId: string, format: 'csv' | 'html') =>
      `/api/deliveries/${encodeURIComponent(deliveryId)}/record?format=${format}`,
    removedByHand: (deliveryId: string, employeeId: number) =>
      `/api/deliveries/${encodeURIComponent(deliveryId)}/places/${employeeId}`,
    personRecord: (employeeId: number, format: 'csv' | 'html') =>
      `/api/employees/${employeeId}/record?format=${format}`,
    placesOfPerson: (employeeId: number) => `/api/employees/${employeeId}/places`,
    photoDownloads: (employeeId: number) => `/api/employees/${employeeId}/downloads`,
    exports: (query: { project_id?: number } = {}) => withQuery('/api/exports', query),
    exportTargets: () => '/api/exports/targets',
    exportPlan: () => '/api/exports/plan',
    export: (exportId: string) => `/api/exports/${encodeURIComponent(exportId)}`,
    exportResume: (exportId: string) => `/api/exports/${encodeURIComponent(exportId)}/resume`,
    exportChanges: (exportId: string) => `/api/exports/${encodeURIComponent(exportId)}/changes`,
    exportArchive: (exportId: string, part = 1) =>
      withQuery(`/api/exports/${encodeURIComponent(exportId)}/archive`, {
        part: part > 1 ? part : undefined,
      }),
  },
} as const

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
