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

/** A photo that is being downloaded: the caller must read its body to the end or cancel it. */
export type PhotoDownload = {
  contentType: 'image/jpeg' | 'image/png'
  /** Bytes that the service announced; null when it announced none or the body is compressed. */
  contentLength: number | null
  body: ReadableStream<Uint8Array>
  /** Logs that the body is no such photo, and returns the error. */
  refuse(error: DeskError): DeskError
}

export type PortraitClient = ReturnType<typeof createPortraitClient>

const PHOTO_CALL: CallSettings = { deadlines: PHOTO_DEADLINES, maxBytes: 200 * 1024 * 1024 }

/**
 * Typed functions of the portrait service (specification section 4) for one key. All of them wait for a place in the
 * budget and throw DeskError with a code for users. Reads use the cache; a write forgets what it touched, even when its
 * answer was lost.
 */
export function createPortraitClient(options: CallerOptions) {
  const { keyFingerprint, budget, breaker, recent, keyStatus, news, person } = options
  const { send, read, write, change, listProjects, lineOf, mayRefresh } = createCalls(options)

  /** The known fields of a record that may lack its id and its project. */
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

    /**
     * Lists employees by a query that the desk cannot parse. Never cached, because the desk does not know what the
     * answer depends on.
     */
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

    /** Creates an employee. The body is sent unchanged: the service validates it. */
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

    /**
     * Returns the employee as the service showed them last: a record seen or saved during the call may be newer than
     * its answer.
     */
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
          // Section 4 promises 204. The page of a proxy is no answer of the service, and fails in `json`.
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
        // A partial body that was not requested is no photo, even when it begins like one.
        if (status === 206 || !mayBePhoto(toContentType(headers))) {
          await body.cancel()
          throw refuse('no photo')
        }
        const contentType = variant === 'transparent' ? 'image/png' : 'image/jpeg'
        return { contentType, contentLength: readLength(headers), body, refuse }
      })
    },

    /** Throws the service's error for a query; a successful answer is not read. */
    async judgePhotoQuery(employeeId: number, search: URLSearchParams, options?: CallOptions): Promise<void> {
      const call: Call = { method: 'GET', path: ['employees', employeeId, 'photo'], search }
      await send(call, { ...PHOTO_CALL, ...options }, ({ body }) => body.cancel())
    },

    async listImageSizes(options?: CallOptions): Promise<ImageSize[]> {
      return (await this.readImageSizes(options)).data
    },

    /** The same, with the number of sizes that have no usable index. */
    readImageSizes(options?: CallOptions): Promise<ImageSizeList> {
      const learn = ({ data }: ImageSizeList, sentAt: number) => recent.seeSizes(data, sentAt)
      return read({ method: 'GET', path: ['image-sizes'] }, readImageSizes, { ...options, learn })
    },
  }
}

/** The addresses in `ReadCache` that creating employees makes outdated. */
export function touchedByCreate(projectId: number): RegExp {
  return new RegExp(`^projects\\?|^projects/${projectId}/`)
}

/** The employee's project is unknown before the answer, so every list counts as touched. */
export function touchedByChange(employeeId: number): RegExp {
  return new RegExp(`^projects/|^employees/${employeeId}\\?`)
}

export function touchedByDelete(employeeId: number): RegExp {
  return new RegExp(`^projects|^employees/${employeeId}\\?`)
}

/**
 * True for content types of photos, including those of servers that do not know the type. The bytes decide which kind
 * it is.
 */
function mayBePhoto(contentType: string): boolean {
  return /^(image\/.+|(application|binary)\/octet-stream|)$/.test(contentType)
}

/**
 * The announced length, or null for a compressed body: there `Content-Length` counts the sent bytes (RFC 9110 section
 * 8.6).
 */
function readLength(headers: Headers): number | null {
  return /^(identity)?$/i.test(headers.get('content-encoding') ?? '') ? toLength(headers) : null
}
