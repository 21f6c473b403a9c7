import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { type ErrorCode, toStatus } from '#lib/error-codes.ts'
import { DeskError, type DeskErrorOptions, toErrorBody } from '#lib/errors.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { batchRoutes } from './batch-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { createRoster, type Roster } from './people.ts'
import { peopleRoutes } from './people-routes.ts'
import type { Call, Route, RouteName } from './routes.ts'

const ROUTES: readonly Route[] = [...peopleRoutes, ...batchRoutes, ...deskRoutes, ...deliveryRoutes]

type SentCall = Call & { name: RouteName; answered: boolean }

type Hold = { arrived: PromiseWithResolvers<SentCall>; released: PromiseWithResolvers<void> }

/** An answer that a test gives instead of the desk. */
type Instead = { name: RouteName; times: number; answer: (call: Call) => Response | Promise<Response> }

let roster: Roster = createRoster()
let calls: SentCall[] = []
let holds = new Map<RouteName, Hold>()
let answers: Instead[] = []
let unknown: string[] = []

/** The desk's own API over one small project in memory. Every test begins with a new project. */
export const deskApi = {
  get project() {
    return roster.project
  },
  get people(): readonly Employee[] {
    return roster.people
  },
  /** Requests of the page so far, the oldest first. */
  calls: (name: RouteName) => calls.filter(call => call.name === name),
  find(employeeId: number): Employee {
    const person = roster.people.find(({ id }) => id === employeeId)
    if (!person) throw new Error(`There is no person ${employeeId}.`)
    return person
  },
  use(next: Roster): void {
    roster = next
  },
  /** Changes a person at the service without the knowledge of the page. */
  changeElsewhere(employeeId: number, update: EmployeeUpdate | Partial<Employee>): void {
    roster.people = roster.people.map(person =>
      person.id === employeeId ? ({ ...person, ...update } as Employee) : person,
    )
  },
  /** Makes the service refuse every change of this person by a batch. */
  protect(employeeId: number): void {
    roster.protected.add(employeeId)
  },
  deleteElsewhere(employeeId: number): void {
    roster.people = roster.people.filter(({ id }) => id !== employeeId)
  },
  /** Answers the next calls of a route with an error of the desk. */
  refuse(
    name: RouteName,
    code: ErrorCode,
    { times = 1, ...options }: DeskErrorOptions & { times?: number } = {},
  ) {
    answers.push({ name, times, answer: () => toErrorAnswer(new DeskError(code, options)) })
  },
  /** Answers a route with other data from now on. The data must match the route's contract. */
  respond(name: RouteName, data: unknown | ((call: Call) => unknown)): void {
    const schema = ROUTES.find(route => route.name === name)?.schema
    if (!schema) throw new Error(`${name} answers with no data.`)
    const toData = (call: Call) => (typeof data === 'function' ? data(call) : data)
    const answer = (call: Call) => Response.json(schema.parse(toData(call)))
    answers.push({ name, times: Number.POSITIVE_INFINITY, answer })
  },
  /** Answers the next calls of a route in another way. */
  answer(name: RouteName, answer: Instead['answer'], { times = 1 } = {}): void {
    answers.push({ name, times, answer })
  },
  /** Lets the desk answer the next calls itself again. */
  answerNormally(name: RouteName): void {
    answers = answers.filter(other => other.name !== name)
  },
}

/**
 * Holds the calls of a route from now on. `arrived` resolves with the first of them; `release` lets it and all later
 * ones through. What a test does in between happens while the request is in flight, however slow the machine is.
 */
export function hold(name: RouteName): { arrived: Promise<SentCall>; release: () => void } {
  const held: Hold = { arrived: Promise.withResolvers(), released: Promise.withResolvers() }
  holds.set(name, held)
  return {
    arrived: held.arrived.promise,
    release() {
      if (holds.get(name) === held) holds.delete(name)
      held.released.resolve()
    },
  }
}

const worker = setupWorker(http.all('/api/*', ({ request }) => answer(request)))

let started: Promise<unknown> | undefined

/** Starts once for each page, which all its test files share. */
export async function startDeskApi(): Promise<void> {
  started ??= worker.start({ quiet: true })
  await started
}

export function releaseHolds(): void {
  for (const { released } of holds.values()) released.resolve()
  holds.clear()
}

/** Makes a new project for the next test. Throws when the page has called an address outside of the API. */
export function resetDeskApi(): void {
  releaseHolds()
  const asked = unknown
  roster = createRoster()
  ;[calls, holds, answers, unknown] = [[], new Map(), [], []]
  if (asked.length > 0)
    throw new Error(`The API of the component tests has no answer for ${asked.join(', ')}.`)
}

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams: search } = new URL(request.url)
  const route = ROUTES.find(({ method, pattern }) => method === request.method && pattern.test({ pathname }))
  if (!route) {
    unknown.push(`${request.method} ${pathname}`)
    return toErrorAnswer(new DeskError('not_found'))
  }
  const { name, pattern, schema, run } = route
  const params = pattern.exec({ pathname })?.pathname.groups ?? {}
  const text = await request.text()
  const call: SentCall = {
    ...{ name, params, search, headers: request.headers, body: text === '' ? undefined : JSON.parse(text) },
    answered: false,
  }
  calls.push(call)
  const held = holds.get(name)
  held?.arrived.resolve(call)
  await held?.released.promise
  call.answered = true
  const instead = answers.findLast(other => other.name === name && other.times > 0)
  if (instead) {
    instead.times -= 1
    return instead.answer(call)
  }
  try {
    const data = await run(call, roster)
    if (data instanceof Response) return data
    return schema === null ? new Response(null, { status: 204 }) : Response.json(schema.parse(data))
  } catch (thrown) {
    if (thrown instanceof DeskError) return toErrorAnswer(thrown)
    unknown.push(`${name}: ${String(thrown)}`)
    return toErrorAnswer(new DeskError('internal'))
  }
}

function toErrorAnswer(error: DeskError): Response {
  return Response.json(toErrorBody(error, error.code), { status: toStatus(error) })
}
