import 'server-only'
import type { z } from 'zod/mini'
import { DeskError } from '#lib/errors.ts'
import type { Breaker } from './breaker.ts'
import type { Budget, Lane } from './budget.ts'
import type { EmployeePage } from './contract.ts'
import * as contract from './contract.ts'
import { type Call, type CallSettings, openDoor } from './door.ts'
import { JSON_DEADLINES, PHOTO_DEADLINES } from './exchange.ts'
import type { EmployeeQuery, PhotoQuery } from './input-contract.ts'
import type { Flight, ReadCache } from './read-cache.ts'
import type { RetryQuota } from './retry-quota.ts'
import type { Sightings } from './sightings.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Takes back a call that still waits for its place; one that is on its way comes to its end. */
  recall?: AbortSignal
  /** Default `interactive`: a person waits. */
  lane?: Lane
  /** Is told when the call has its place and sets off. */
  begun?: () => void
  /** The click that starts a batch: after it the person waits for the batch, so nothing is kept free for them. */
  last?: boolean
  /** The desk itself needs what the service says now, even when the answer is known. */
  fresh?: boolean
  /** A person asks for newer than what is known: heard as long as they have used little of the limit. */
  refresh?: boolean
  /** A read that a change needs: it goes before other reads. */
  changes?: boolean
}

/** A photo on its way: the body must be read to its end or cancelled. */
export type PhotoDownload = {
  contentType: 'image/jpeg' | 'image/png'
  /** Bytes that the service announced, or null. */
  contentLength: number | null
  body: ReadableStream<Uint8Array>
}

/** What all clients of one key share. */
export type KeyState = { budget: Budget; cache: ReadCache; quota: RetryQuota; sightings: Sightings }

type PortraitClientOptions = KeyState & {
  baseUrl: string
  key: string
  keyFingerprint: string
  breaker: Breaker
  /** Who uses the client (their account's id); empty for what the desk does by itself. */
  person: string
}

/** `learn` gets what the service says now; an answer that is known already teaches nothing new. */
type ReadSettings<Schema extends z.ZodMiniType> = CallOptions & { learn?: (answer: z.infer<Schema>) => void }

export type PortraitClient = ReturnType<typeof createPortraitClient>

const JSON_CALL: CallSettings = { deadlines: JSON_DEADLINES, maxBytes: 10 * 1024 * 1024, whole: true }
const PHOTO_CALL: CallSettings = { deadlines: PHOTO_DEADLINES, maxBytes: 200 * 1024 * 1024 }

/**
 * The portrait service (specification section 4) as typed functions for one key. All of them wait for their place in
 * the budget and throw DeskError with the code that a person can be told. Reads come from the cache while they are
 * known; a write forgets what it touched, also when its answer got lost.
 */
export function createPortraitClient(options: PortraitClientOptions) {
  const { keyFingerprint, budget, breaker, cache, sightings, person } = options
  const door = openDoor(options)

  async function send<Schema extends z.ZodMiniType>(schema: Schema, call: Call, settings: CallSettings) {
    return parseAnswer(schema, await (await door(call, { ...settings, person })).json())
  }

  /** Where a call waits. Batches of one key share a line, each person has two of their own. */
  function lineOf({ lane = 'interactive', changes = false }: CallOptions): string {
    return lane === 'interactive' ? `${lane} ${changes ? 'change' : 'read'} ${person}` : lane
  }

  function mayRefresh(): boolean {
    return budget.mayRefresh(person)
  }

  function read<Schema extends z.ZodMiniType>(
    schema: Schema,
    call: Call,
    { signal, fresh = false, refresh = false, learn, ...options }: ReadSettings<Schema> = {},
  ): Promise<z.infer<Schema>> {
    const load = async (flight: Flight) => {
      const answer = await send(schema, call, { ...JSON_CALL, ...options, ...flight })
      learn?.(answer)
      return answer
    }
    return cache.read(toAddress(call), load, {
      line: lineOf(options),
      fresh: fresh || (refresh && mayRefresh()),
      ...(signal && { signal }),
    })
  }

  async function write<Value>(touched: RegExp, run: () => Promise<Value>): Promise<Value> {
    try {
      return await run()
    } finally {
      cache.forget(address => touched.test(address))
    }
  }

  function seen<Employees extends contract.Employee[]>(employees: Employees): Employees {
    for (const employee of employees) sightings.see(employee)
    return employees
  }

  return {
    keyFingerprint,
    budget,
    breaker,
    sightings,
    person,
    lineOf,
    mayRefresh,

    async listProjects(options?: CallOptions): Promise<contract.Project[]> {
      const call: Call = { method: 'GET', path: ['projects'] }
      return (await read(contract.projectListAnswer, call, options)).data
    },

    async listEmployees(
      projectId: number,
      query: EmployeeQuery,
      options?: CallOptions,
    ): Promise<EmployeePage> {
      const call: Call = { method: 'GET', path: ['projects', projectId, 'employees'], query }
      return read(contract.employeeListAnswer, call, { ...options, learn: ({ data }) => seen(data) })
    },

    /** By a query that the desk does not understand: always asked, for nobody knows what the answer depends on. */
    async searchEmployees(
      projectId: number,
      search: URLSearchParams,
      { signal }: Pick<CallOptions, 'signal'> = {},
    ): Promise<EmployeePage> {
      const call: Call = { method: 'GET', path: ['projects', projectId, 'employees'], search }
      const page = await send(contract.employeeListAnswer, call, { ...JSON_CALL, ...(signal && { signal }) })
      seen(page.data)
      return page
    },

    /** What is written goes as it was given: the service judges it. */
    createEmployee(projectId: number, body: unknown, options?: CallOptions): Promise<contract.Employee> {
      const call: Call = { method: 'POST', path: ['projects', projectId, 'employees'], body }
      return write(touchedByCreate(projectId), async () => {
        const { data } = await send(contract.employeeAnswer, call, { ...JSON_CALL, ...options })
        seen([data])
        return data
      })
    },

    createEmployees(
      projectId: number,
      employees: readonly unknown[],
      { beside, ...options }: CallOptions & { beside?: object } = {},
    ): Promise<contract.Employee[]> {
      const body = { ...beside, employees }
      const call: Call = { method: 'POST', path: ['projects', projectId, 'employees'], body }
      return write(touchedByCreate(projectId), async () =>
        seen((await send(contract.employeeBatchAnswer, call, { ...JSON_CALL, ...options })).data),
      )
    },

    async getEmployee(employeeId: number, options?: CallOptions): Promise<contract.Employee> {
      const call: Call = { method: 'GET', path: ['employees', employeeId] }
      const learn = ({ data }: { data: contract.Employee }) => seen([data])
      return (await read(contract.employeeAnswer, call, { ...options, learn })).data
    },

    updateEmployee(
      employeeId: number,
      body: unknown,
      options?: CallOptions,
    ): Promise<contract.UpdatedEmployee> {
      const call: Call = { method: 'PATCH', path: ['employees', employeeId], body }
      return write(touchedByChange(employeeId), async () => {
        const answer = await send(contract.employeeUpdateAnswer, call, { ...JSON_CALL, ...options })
        seen([answer.data])
        return answer
      })
    },

    deleteEmployee(employeeId: number, options?: CallOptions): Promise<void> {
      const call: Call = { method: 'DELETE', path: ['employees', employeeId] }
      return write(touchedByDelete(employeeId), async () => {
        const { status } = await door(call, { ...JSON_CALL, ...options, person })
        // Section 4 promises 204. Anything else came from somebody in between, so nobody is known to be gone.
        if (status !== 204) throw new DeskError('bad_service_answer')
        sightings.forget(employeeId)
      })
    },

    async downloadPhoto(
      employeeId: number,
      { variant, size }: PhotoQuery,
      options?: CallOptions,
    ): Promise<PhotoDownload> {
      const query = { variant, size: size ?? undefined }
      const call: Call = { method: 'GET', path: ['employees', employeeId, 'photo'], query }
      const answer = await door(call, { ...PHOTO_CALL, ...options, person })
      const expected = variant === 'transparent' ? 'image/png' : 'image/jpeg'
      if (answer.headers.get('content-type')?.split(';')[0]?.trim() !== expected) {
        await answer.body.cancel()
        throw new DeskError('bad_service_answer')
      }
      return { contentType: expected, contentLength: readLength(answer.headers), body: answer.body }
    },

    /** Throws what the service has against a query; what it would answer otherwise is not read. */
    async judgePhotoQuery(employeeId: number, search: URLSearchParams, options?: CallOptions): Promise<void> {
      const call: Call = { method: 'GET', path: ['employees', employeeId, 'photo'], search }
      const { body } = await door(call, { ...PHOTO_CALL, ...options, person })
      await body.cancel()
    },

    async listImageSizes(options?: CallOptions): Promise<contract.ImageSize[]> {
      const call: Call = { method: 'GET', path: ['image-sizes'] }
      return (await read(contract.imageSizeListAnswer, call, options)).data
    },
  }
}

/** A missing or wrong field is `bad_service_answer`; its name, never its value, is in the cause. */
function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
  throw new DeskError('bad_service_answer', { cause: new Error(`wrong or missing: ${fields}`) })
}

/** Where a read is kept: `projects/7/employees?page=1`, parameters in the order of their names. */
function toAddress({ path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
  return `${path.join('/')}?${search.join('&')}`
}

function touchedByCreate(projectId: number): RegExp {
  return new RegExp(`^projects\\?|^projects/${projectId}/`)
}

/** Which project the person belongs to is not known before the answer, so every list counts as touched. */
function touchedByChange(employeeId: number): RegExp {
  return new RegExp(`^projects/|^employees/${employeeId}\\?`)
}

function touchedByDelete(employeeId: number): RegExp {
  return new RegExp(`^projects|^employees/${employeeId}\\?`)
}

function readLength(headers: Headers): number | null {
  const value = headers.get('content-length')
  return value && /^\d{1,15}$/.test(value) ? Number(value) : null
}
