import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { type CallerOptions, type CallOptions, createCalls, JSON_CALL, type Read } from './calls.ts'
import type { Employee, EmployeePage, ImageSize, ImageSizeList, UpdatedEmployee } from './contract.ts'
import { PHOTO_DEADLINES } from './exchange.ts'
import type { EmployeeQuery, PhotoQuery } from './input-contract.ts'
import {
  readCreated,
  readEmployeePage,
  readImageSizes,
  readOneEmployee,
  readUpdated,
  toKnown,
} from './read-responses.ts'
import type { Call, CallSettings } from './transport.ts'
import { toContentType, toLength, UnreadResponse } from './trouble.ts'

/** A photo on its way: the body must be read to its end or cancelled. */
export type PhotoDownload = {
  contentType: 'image/jpeg' | 'image/png'
  /** Bytes that the service announced, or null; null too when it has packed them. */
  contentLength: number | null
  body: ReadableStream<Uint8Array>
  /** Whoever finds that it is no such photo says so; the log then has it. */
  refuse(error: DeskError): DeskError
}

export type PortraitClient = ReturnType<typeof createPortraitClient>

const PHOTO_CALL: CallSettings = { deadlines: PHOTO_DEADLINES, maxBytes: 200 * 1024 * 1024 }

/**
 * The portrait service (specification section 4) as typed functions for one key. All of them wait for their place in
 * the budget and throw DeskError with the code that a person can be told. Reads come from the cache while they are
 * known; a write forgets what it touched, also when its answer got lost.
 */
export function createPortraitClient(options: CallerOptions) {
  const { keyFingerprint, budget, breaker, recent, keyStatus, news, person } = options
  const { send, read, write, change, listProjects, lineOf, mayRefresh } = createCalls(options)

  /** What a record that says neither its id nor its project is about. */
  function knownOf(employeeId: number) {
    return { id: employeeId, project_id: recent.lastSeen(employeeId)?.project_id ?? 0 }
  }

  function seen(employees: readonly Employee[], sentAt?: number): void {
    for (const employee of employees) recent.see(employee, sentAt === undefined ? {} : { sentAt })
  }

  return {
    keyFingerprint,
    budget,
    breaker,
    recent,
    keyStatus,
    news,
    person,
    lineOf,
    mayRefresh,

    listProjects,

    async listEmployees(
      projectId: number,
      query: EmployeeQuery,
      options?: CallOptions,
    ): Promise<EmployeePage> {
      const call: Call = { method: 'GET', path: ['projects', projectId, 'employees'], query }
      const toPage: Read<EmployeePage> = (answer, tell) =>
        readEmployeePage(answer, { projectId, query, tell })
      return read(call, toPage, { ...options, learn: ({ data }, sentAt) => seen(data, sentAt) })
    },

    /** By a query that the desk does not understand: always asked, for nobody knows what the answer depends on. */
    async searchEmployees(
      projectId: number,
      search: URLSearchParams,
      { signal }: Pick<CallOptions, 'signal'> = {},
    ): Promise<EmployeePage> {
      const call: Call = { method: 'GET', path: ['projects', projectId, 'employees'], search }
      const page = await send(call, { ...JSON_CALL, ...(signal && { signal }) }, async (answer, tell) =>
        readEmployeePage(await answer.json(), { projectId, query: {}, tell }),
      )
      seen(page.data)
      return page
    },

    /** What is written goes as it was given: the service judges it. */
    createEmployee(projectId: number, body: unknown, options?: CallOptions): Promise<Employee> {
      const call: Call = { method: 'POST', path: ['projects', projectId, 'employees'], body }
      return write(touchedByCreate(projectId), async () => {
        const known = { ...toKnown(body), project_id: projectId }
        const created = await change(call, (answer, tell) => readOneEmployee(answer, tell, known), options)
        seen([created])
        return created
      })
    },

    createEmployees(
      projectId: number,
      inputs: readonly unknown[],
      { beside, ...options }: CallOptions & { beside?: object } = {},
    ): Promise<Employee[]> {
      const body = { ...beside, employees: inputs }
      const call: Call = { method: 'POST', path: ['projects', projectId, 'employees'], body }
      return write(touchedByCreate(projectId), async () => {
        const toPeople: Read<Employee[] | null> = (answer, tell) =>
          readCreated(answer, { projectId, inputs, tell })
        const created = await change(call, toPeople, options)
        seen(created)
        return created
      })
    },

    /** As the service has shown them last: what was seen or saved while the call was on its way may be newer than its answer. */
    async getEmployee(employeeId: number, options?: CallOptions): Promise<Employee> {
      const call: Call = { method: 'GET', path: ['employees', employeeId] }
      const toEmployee: Read<Employee> = (answer, tell) => {
        const employee = readOneEmployee(answer, tell, knownOf(employeeId))
        if (employee) return employee
        throw new DeskError('bad_service_answer', { cause: new UnreadResponse('data: no record') })
      }
      const learn = (employee: Employee, sentAt: number) => seen([employee], sentAt)
      const employee = await read(call, toEmployee, { ...options, learn })
      return recent.lastSeen(employee.id) ?? employee
    },

    updateEmployee(employeeId: number, body: unknown, options?: CallOptions): Promise<UpdatedEmployee> {
      const call: Call = { method: 'PATCH', path: ['employees', employeeId], body }
      return write(touchedByChange(employeeId), async () => {
        let sentAt = performance.now()
        const begun = () => {
          sentAt = performance.now()
          options?.begun?.()
        }
        const known = { ...knownOf(employeeId), ...recent.lastSeen(employeeId), ...toKnown(body) }
        const toUpdated: Read<UpdatedEmployee | null> = (answer, tell) => readUpdated(answer, tell, known)
        const updated = await change(call, toUpdated, { ...options, begun })
        recent.see(updated.data, { sentAt, isWrite: true })
        return updated
      })
    },

    deleteEmployee(employeeId: number, options?: CallOptions): Promise<void> {
      const call: Call = { method: 'DELETE', path: ['employees', employeeId] }
      return write(touchedByDelete(employeeId), () =>
        send(call, { ...JSON_CALL, ...options }, async (answer, tell) => {
          // Section 4 promises 204. A page of somebody in between is no answer of the service, and fails here.
          if (answer.status !== 204) {
            await answer.json()
            tell({ field: 'HTTP status', expected: 'status_204', found: 'other_status' })
          }
          recent.forget(employeeId)
        }),
      )
    },

    async downloadPhoto(
      employeeId: number,
      { variant, size }: PhotoQuery,
      options?: CallOptions,
    ): Promise<PhotoDownload> {
      const query = { variant, size: size ?? undefined }
      const call: Call = { method: 'GET', path: ['employees', employeeId, 'photo'], query }
      return send(call, { ...PHOTO_CALL, ...options }, async ({ status, headers, body, refuse }) => {
        // A part that nobody asked for is no photo, however well it begins.
        if (status === 206 || !mayBePhoto(toContentType(headers))) {
          await body.cancel()
          throw refuse('no photo')
        }
        const contentType = variant === 'transparent' ? 'image/png' : 'image/jpeg'
        return { contentType, contentLength: readLength(headers), body, refuse }
      })
    },

    /** Throws what the service has against a query; what it would answer otherwise is not read. */
    async judgePhotoQuery(employeeId: number, search: URLSearchParams, options?: CallOptions): Promise<void> {
      const call: Call = { method: 'GET', path: ['employees', employeeId, 'photo'], search }
      await send(call, { ...PHOTO_CALL, ...options }, ({ body }) => body.cancel())
    },

    async listImageSizes(options?: CallOptions): Promise<ImageSize[]> {
      return (await this.readImageSizes(options)).data
    },

    /** The same, with how many more there are that nobody could ask for. */
    readImageSizes(options?: CallOptions): Promise<ImageSizeList> {
      const learn = ({ data }: ImageSizeList, sentAt: number) => recent.seeSizes(data, sentAt)
      return read({ method: 'GET', path: ['image-sizes'] }, readImageSizes, { ...options, learn })
    },
  }
}

/** What a write makes untrue, as addresses of `ReadCache`. */
export function touchedByCreate(projectId: number): RegExp {
  return new RegExp(`^projects\\?|^projects/${projectId}/`)
}

/** Which project the person belongs to is not known before the answer, so every list counts as touched. */
export function touchedByChange(employeeId: number): RegExp {
  return new RegExp(`^projects/|^employees/${employeeId}\\?`)
}

export function touchedByDelete(employeeId: number): RegExp {
  return new RegExp(`^projects|^employees/${employeeId}\\?`)
}

/** What photos are sent as, also by servers that do not know what they send. Which kind it is its bytes say. */
function mayBePhoto(contentType: string): boolean {
  return /^(image\/.+|(application|binary)\/octet-stream|)$/.test(contentType)
}

/** Of something packed `Content-Length` says how much was sent (RFC 9110 section 8.6), not how long the photo is. */
function readLength(headers: Headers): number | null {
  return /^(identity)?$/i.test(headers.get('content-encoding') ?? '') ? toLength(headers) : null
}
