import 'server-only'
import type { z } from 'zod'
import { DeskError } from '#lib/errors.ts'
import type { Budget, Lane } from './budget.ts'
import type { EmployeeInput, EmployeePage, EmployeeQuery, EmployeeUpdate, PhotoQuery } from './contract.ts'
import * as contract from './contract.ts'
import { type Call, type Door, openDoor } from './door.ts'
import { JSON_DEADLINES, PHOTO_DEADLINES } from './exchange.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Default `interactive`: a person waits. */
  lane?: Lane
}

/** A photo on its way: the body must be read to its end or cancelled. */
export type PhotoDownload = {
  contentType: 'image/jpeg' | 'image/png'
  /** Bytes that the service announced, or null. */
  contentLength: number | null
  body: ReadableStream<Uint8Array>
}

export type PortraitClientOptions = { baseUrl: string; key: string; keyFingerprint: string; budget: Budget }

export type PortraitClient = ReturnType<typeof createPortraitClient>

const JSON_MAX_BYTES = 10 * 1024 * 1024
const PHOTO_MAX_BYTES = 200 * 1024 * 1024

/**
 * The portrait service (specification section 4) as typed functions for one key. All of them wait for their place in
 * the budget and throw DeskError with the code that a person can be told.
 */
export function createPortraitClient({ baseUrl, key, keyFingerprint, budget }: PortraitClientOptions) {
  const door = openDoor({ baseUrl, key, budget })
  return {
    keyFingerprint,
    budget,

    async listProjects(options?: CallOptions): Promise<contract.Project[]> {
      const answer = await callJson(
        door,
        contract.projectListAnswer,
        { method: 'GET', path: ['projects'] },
        options,
      )
      return answer.data
    },

    listEmployees(projectId: number, query: EmployeeQuery, options?: CallOptions): Promise<EmployeePage> {
      const call: Call = { method: 'GET', path: ['projects', projectId, 'employees'], query }
      return callJson(door, contract.employeeListAnswer, call, options)
    },

    async createEmployee(
      projectId: number,
      body: EmployeeInput,
      options?: CallOptions,
    ): Promise<contract.Employee> {
      const call: Call = { method: 'POST', path: ['projects', projectId, 'employees'], body }
      return (await callJson(door, contract.employeeAnswer, call, options)).data
    },

    async createEmployees(
      projectId: number,
      employees: EmployeeInput[],
      options?: CallOptions,
    ): Promise<contract.Employee[]> {
      const call: Call = { method: 'POST', path: ['projects', projectId, 'employees'], body: { employees } }
      return (await callJson(door, contract.employeeBatchAnswer, call, options)).data
    },

    async getEmployee(employeeId: number, options?: CallOptions): Promise<contract.Employee> {
      const call: Call = { method: 'GET', path: ['employees', employeeId] }
      return (await callJson(door, contract.employeeAnswer, call, options)).data
    },

    updateEmployee(
      employeeId: number,
      body: EmployeeUpdate,
      options?: CallOptions,
    ): Promise<contract.UpdatedEmployee> {
      const call: Call = { method: 'PATCH', path: ['employees', employeeId], body }
      return callJson(door, contract.employeeUpdateAnswer, call, options)
    },

    async deleteEmployee(employeeId: number, options?: CallOptions): Promise<void> {
      const call: Call = { method: 'DELETE', path: ['employees', employeeId] }
      const answer = await door(call, { deadlines: JSON_DEADLINES, maxBytes: JSON_MAX_BYTES, ...options })
      await answer.body.cancel()
    },

    async downloadPhoto(
      employeeId: number,
      { variant, size }: PhotoQuery,
      options?: CallOptions,
    ): Promise<PhotoDownload> {
      const query = { variant, size: size ?? undefined }
      const call: Call = { method: 'GET', path: ['employees', employeeId, 'photo'], query }
      const answer = await door(call, { deadlines: PHOTO_DEADLINES, maxBytes: PHOTO_MAX_BYTES, ...options })
      const expected = variant === 'transparent' ? 'image/png' : 'image/jpeg'
      if (answer.headers.get('content-type')?.split(';')[0]?.trim() !== expected) {
        await answer.body.cancel()
        throw new DeskError('bad_service_answer')
      }
      return { contentType: expected, contentLength: readLength(answer.headers), body: answer.body }
    },

    async listImageSizes(options?: CallOptions): Promise<contract.ImageSize[]> {
      const call: Call = { method: 'GET', path: ['image-sizes'] }
      return (await callJson(door, contract.imageSizeListAnswer, call, options)).data
    },
  }
}

/** Calls and parses. A missing or wrong field is `bad_service_answer`; its name, never its value, is in the cause. */
async function callJson<Schema extends z.ZodType>(
  door: Door,
  schema: Schema,
  call: Call,
  options?: CallOptions,
): Promise<z.infer<Schema>> {
  const answer = await door(call, { deadlines: JSON_DEADLINES, maxBytes: JSON_MAX_BYTES, ...options })
  const parsed = schema.safeParse(await answer.json())
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
  throw new DeskError('bad_service_answer', { cause: new Error(`wrong or missing: ${fields}`) })
}

function readLength(headers: Headers): number | null {
  const value = headers.get('content-length')
  return value && /^\d{1,15}$/.test(value) ? Number(value) : null
}
