import { test } from '@playwright/test'
import { z } from 'zod'
import { type Employee, employeeListResponse, imageSizeListResponse } from '#lib/portrait-api/contract.ts'
import type { EmployeeInput, PhotoQuery } from '#lib/portrait-api/input-contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { EMPLOYEE_STEPS } from '#sandbox/state/take-step.ts'
import type { VariationName } from '#sandbox/variations/variations.ts'
import { SANDBOX_URL } from './ports.ts'

const keyResponse = z.object({ data: z.object({ key: z.string() }) })

/** A test's view of the sandbox, with a key of its own, so that its calls do not count as the desk's. */
export type SandboxView = {
  listEmployees(projectId: number, search: string): Promise<Employee[]>
  createEmployee(projectId: number, input: EmployeeInput): Promise<void>
  deleteEmployee(employeeId: number): Promise<void>
  smallestSize(): Promise<{ index: number; label: string }>
  downloadPhoto(employeeId: number, query: PhotoQuery): Promise<Buffer>
  requestRetake(employeeId: number): Promise<void>
  /** Takes another photo of a person and approves it. */
  exchangePhoto(employeeId: number): Promise<void>
}

let freshFor = ''

/** For a file that does not reset the sandbox before each test: earlier files of this worker have left data behind. */
export async function beginFile(): Promise<void> {
  if (freshFor !== test.info().file) await resetSandbox()
}

/**
 * Resets the service, and the cached data of the practice desk in front of it (`lib/personal-data/practice-reset.ts`).
 */
export async function resetSandbox(): Promise<void> {
  freshFor = test.info().file
  const answer = await fetch(`${SANDBOX_URL}/portal/reset`, { method: 'POST' })
  if (!answer.ok) throw new Error(`The sandbox was not reset: ${answer.status}`)
}

export async function createKey(): Promise<string> {
  return keyResponse.parse(await (await fetch(`${SANDBOX_URL}/portal/keys`, { method: 'POST' })).json()).data
    .key
}

export async function putAccount(state: 'active' | 'trial' | 'api_disabled'): Promise<void> {
  await fetch(`${SANDBOX_URL}/portal/account`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state }),
  })
}

export async function viewSandbox(): Promise<SandboxView> {
  const key = await createKey()
  const get = async (path: string) => {
    const answer = await fetch(`${SANDBOX_URL}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer
  }
  return {
    async listEmployees(projectId, search) {
      const path = `/projects/${projectId}/employees?per_page=200&${search}`
      return employeeListResponse.parse(await (await get(path)).json()).data
    },
    async createEmployee(projectId, input) {
      const answer = await fetch(`${SANDBOX_URL}/api/v1/projects/${projectId}/employees`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      if (!answer.ok) throw new Error(`The sandbox refused the person: ${answer.status}`)
    },
    async deleteEmployee(employeeId) {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await fetch(`${SANDBOX_URL}/api/v1/employees/${employeeId}`, {
        method: 'DELETE',
        headers,
      })
      if (!answer.ok) throw new Error(`The sandbox did not delete the person: ${answer.status}`)
    },
    async smallestSize() {
      const sizes = imageSizeListResponse.parse(await (await get('/image-sizes')).json()).data
      const [smallest] = sizes.sort((a, b) => a.width * a.height - b.width * b.height)
      if (!smallest) throw new Error('The sandbox has no image sizes.')
      return smallest
    },
    requestRetake: employeeId => takeStep(employeeId, 'retake'),
    async exchangePhoto(employeeId) {
      for (const step of ['retake', 'upload', 'edit', 'approve'] as const) await takeStep(employeeId, step)
    },
    async downloadPhoto(employeeId, { variant, size }) {
      const path = `/employees/${employeeId}/photo?variant=${variant}${size === null ? '' : `&size=${size}`}`
      return Buffer.from(await (await get(path)).arrayBuffer())
    },
  }
}

/** A step of the photographer or the employee with a photo. */
async function takeStep(employeeId: number, step: (typeof EMPLOYEE_STEPS)[number]): Promise<void> {
  const answer = await fetch(`${SANDBOX_URL}/portal/employees/${employeeId}/${step}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`The sandbox refused to ${step}: ${answer.status}`)
}

/** Makes the next matching calls fail (see `sandbox/faults`). */
export async function putFault(fault: FaultRequest): Promise<void> {
  const answer = await fetch(`${SANDBOX_URL}/portal/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!answer.ok) throw new Error(`The sandbox refused the fault: ${await answer.text()}`)
}

/** Switches variations of the service on (see `sandbox/variations`), until it is reset. */
export async function putVariations(...on: VariationName[]): Promise<void> {
  const answer = await fetch(`${SANDBOX_URL}/portal/variations`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on }),
  })
  if (!answer.ok) throw new Error(`The sandbox refused the variations: ${await answer.text()}`)
}

/** Removes all faults. */
export async function clearFaults(): Promise<void> {
  await fetch(`${SANDBOX_URL}/portal/faults`, { method: 'DELETE' })
}
