import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { IMAGE_SIZES_MAX } from '#lib/portrait-api/contract.ts'
import { toEmployee } from '../api/employees.ts'
import type { SandboxContext } from '../context.ts'
import { faultInput } from '../faults/fault-input.ts'
import { ServiceError, toId } from '../http/service-error.ts'
import { createKey, listKeys, revokeKey } from '../state/keys.ts'
import { ACCOUNT_STATES, type CustomerRecord, type KeyRecord, type ServiceState } from '../state/records.ts'
import { sendInvitations } from '../state/send-mail.ts'
import { EMPLOYEE_STEPS, takeStep } from '../state/take-step.ts'
import { VARIATION_NAMES, VARIATIONS } from '../variations/variations.ts'
import { readInput } from './read-input.ts'

const names = z.array(z.enum(VARIATION_NAMES))

/** A form sends the names of ticked boxes, and nothing at all without one. */
const ticked = z.record(z.string(), z.unknown()).transform(Object.keys)

const variationsInput = z.object({ on: z.union([names, ticked.pipe(names)]).default([]) })

const keyInput = z.object({ label: z.string().max(100).default('API key') })

const pixels = z.coerce.number().int().min(16).max(4000)

const size = z.object({ label: z.string().min(1).max(100), width: pixels, height: pixels })

/** A form cannot omit rows, so a row without a label counts as none. */
const formRows = z
  .record(z.string(), z.object({ label: z.string(), width: z.unknown(), height: z.unknown() }))
  .transform(rows => Object.values(rows).filter(({ label }) => label !== ''))

const sizesInput = z.object({
  sizes: z.union([z.array(z.unknown()), formRows]).pipe(z.array(size).max(IMAGE_SIZES_MAX)),
})

const accountInput = z.object({ state: z.enum(ACCOUNT_STATES) })

const stepName = z.enum(EMPLOYEE_STEPS)
/** The finished files of an edit; only `edit` reads it. */
const stepInput = z.object({ standard: z.boolean().default(true), transparent: z.boolean().default(true) })

/** The steps of photographer and employee with a photo. */
export function employeeRoutes({ store, now }: SandboxContext): Hono {
  return new Hono().post('/:id/:step', async c => {
    const id = toId(c.req.param('id'))
    const step = stepName.safeParse(c.req.param('step'))
    if (!step.success) throw new ServiceError(404, `A step is one of ${EMPLOYEE_STEPS.join(', ')}.`)
    const files = await readInput(c, stepInput)

    const { state } = store
    const employee = state.employees.find(candidate => candidate.id === id)
    const project = state.projects.find(candidate => candidate.id === employee?.project_id)
    const customer = state.customers.find(candidate => candidate.id === project?.customer_id)
    if (!employee || !customer) throw new ServiceError(404, 'There is no employee with this id.')
    takeStep(step.data, employee, { state, customer, now: now(), ...files })
    store.save()
    return c.json({ data: toEmployee(employee, c.req.url) })
  })
}

/** Section 1: only active contract customers may use the API. */
export function accountRoutes({ store }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => {
      const { id, name, account, locale } = pickCustomer(c, store.state)
      return c.json({ data: { id, name, state: account, locale } })
    })
    .put('/', async c => {
      const { state } = await readInput(c, accountInput)
      const customer = pickCustomer(c, store.state)
      customer.account = state
      store.save()
      return c.json({ data: { id: customer.id, name: customer.name, state, locale: customer.locale } })
    })
}

/** Faults on demand, for tests; see `faultInput`. */
export function faultRoutes({ faults }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => c.json({ data: faults.list() }))
    .post(async c => c.json({ data: faults.add(await readInput(c, faultInput)) }, 201))
    .delete(c => {
      faults.clear()
      return c.body(null, 204)
    })
}

/** Section 2, Image size: configured by the service's operator, at most 4. */
export function imageSizeRoutes({ store }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => c.json({ data: pickCustomer(c, store.state).image_sizes }))
    .put('/', async c => {
      const { sizes } = await readInput(c, sizesInput)
      const customer = pickCustomer(c, store.state)
      customer.image_sizes = sizes
      store.save()
      return c.json({ data: sizes })
    })
}

/** Every request to the API, oldest first; see `JournalEntry`. */
export function journalRoutes({ journal }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => c.json({ data: journal.list() }))
    .delete(c => {
      journal.clear()
      return c.body(null, 204)
    })
}

/** Section 5, rules 2 to 5: the account's API-access section. */
export function keyRoutes({ store, now }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => {
      const keys = listKeys(store.state, pickCustomer(c, store.state))
      return c.json({ data: keys.map(withoutHash) })
    })
    .post(async c => {
      const { label } = await readInput(c, keyInput)
      const customer = pickCustomer(c, store.state)
      const { record, key } = createKey(store.state, customer, { label, now: now() })
      store.save()
      return c.json({ data: { ...withoutHash(record), key } }, 201)
    })
    .delete('/:id', c => {
      const id = toId(c.req.param('id'))
      revokeKey(store.state, pickCustomer(c, store.state), { id, now: now() })
      store.save()
      return c.body(null, 204)
    })
}

function withoutHash({ sha256: _, ...rest }: KeyRecord): Omit<KeyRecord, 'sha256'> {
  return rest
}

/** Section 1: invitations are triggered only by the service. */
export function projectRoutes({ store, now }: SandboxContext): Hono {
  return new Hono().post('/:id/send-invitations', c => {
    const id = toId(c.req.param('id'))
    const project = store.state.projects.find(candidate => candidate.id === id)
    const customer = store.state.customers.find(candidate => candidate.id === project?.customer_id)
    if (!project || !customer) throw new ServiceError(404, 'There is no project with this id.')
    const sent = sendInvitations(store.state, project, { customer, now: now() })
    store.save()
    return c.json({ data: { sent } })
  })
}

/** Changes of the whole sandbox where the specification leaves its behaviour open. */
export function variationRoutes({ variations }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => {
      const on = variations.names()
      const all = VARIATION_NAMES.map(name => {
        const { manner, source, does } = VARIATIONS[name]
        return { name, manner, source, does, on: on.includes(name) }
      })
      return c.json({ data: all })
    })
    .put('/', async c => {
      variations.set((await readInput(c, variationsInput)).on)
      return c.json({ data: variations.names() })
    })
}

/** The customer of `?customer=`; the first one by default. */
export function pickCustomer(c: Context, state: ServiceState): CustomerRecord {
  const asked = c.req.query('customer')
  const customer =
    asked === undefined ? state.customers[0] : state.customers.find(({ id }) => String(id) === asked)
  if (!customer) throw new ServiceError(404, 'There is no customer with this id.')
  return customer
}
