import type { z } from 'zod/mini'
import { DeskError } from '#lib/errors.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { Roster } from './people.ts'

export type DeskState = Roster

/** A request of the page, as the desk's API reads it. */
export type Call = {
  params: Record<string, string | undefined>
  search: URLSearchParams
  headers: Headers
  body: unknown
}

/** `GET /api/projects/:projectId/people`. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`

export type Route = {
  name: RouteName
  method: string
  pattern: URLPattern
  /** Null: the answer is 204. */
  schema: z.ZodMiniType | null
  /** Throws DeskError for an answer that is an error. */
  run: (call: Call, state: DeskState) => unknown
}

/** A handler of the desk. Its answer must match the contract that the page checks. */
export function route<Schema extends z.ZodMiniType>(
  name: RouteName,
  schema: Schema,
  run: (call: Call, state: DeskState) => z.input<Schema>,
): Route
export function route(
  name: RouteName,
  schema: null,
  run: (call: Call, state: DeskState) => Response | undefined,
): Route
export function route(name: RouteName, schema: z.ZodMiniType | null, run: Route['run']): Route {
  const [method = '', pathname = ''] = name.split(' ')
  return { name, method, pattern: new URLPattern({ pathname }), schema, run }
}

export function requirePerson({ people }: DeskState, { params }: Call): Employee {
  const person = people.find(({ id }) => id === Number(params.employeeId))
  if (!person) throw new DeskError('not_found')
  return person
}
