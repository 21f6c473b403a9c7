import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Delivery, DeliveryItem, DeliveryRun, NewDeliveryInput } from '#lib/deliveries/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Person, startDesk } from './desk.ts'
import { SMALL } from './exports.ts'
import { listPeople } from './mirror.ts'
import { createTempFolder } from './temp-folder.ts'
import { until } from './until.ts'

export const DELIVERED_PROJECT = COMPLETED_PROJECT.id

/** A delivery into a folder of the test, with these changes. */
export function toFolder(folder: string, given: Partial<NewDeliveryInput> = {}): NewDeliveryInput {
  return {
    name: 'Intranet',
    request: { project_id: DELIVERED_PROJECT, target: 'number', size: SMALL },
    destination: { kind: 'folder', folder },
    secrets: {},
    schedule: { kind: 'daily', at: '02:00' },
    ...given,
  }
}

/** A folder that the settings of the desk allow. */
export function createFolder(): { folder: string; settings: { DELIVERY_FOLDERS: string } } {
  const folder = createTempFolder()
  return { folder, settings: { DELIVERY_FOLDERS: folder } }
}

export async function create(person: Person, input: NewDeliveryInput): Promise<Delivery> {
  const { status, body } = await person.json<{ data: Delivery }>('POST', '/api/deliveries', { body: input })
  expect(body).toMatchObject({ data: { name: input.name } })
  expect(status).toBe(201)
  return body.data
}

export async function read(person: Person, { id }: { id: string }): Promise<Delivery> {
  const { body } = await person.json<{ data: Delivery }>('GET', `/api/deliveries/${id}`)
  return body.data
}

/** The last run of a delivery, as soon as it is in this state. */
export async function lastRun(
  person: Person,
  delivery: { id: string },
  state: DeliveryRun['state'],
): Promise<DeliveryRun> {
  let found: DeliveryRun | null
  return until(
    () => `a run that is ${state}, ${JSON.stringify(found)}`,
    async () => {
      found = (await read(person, delivery)).last_run
      return found?.state === state && found
    },
  )
}

export async function confirm(
  person: Person,
  run: DeliveryRun,
  state: DeliveryRun['state'] = 'done',
): Promise<DeliveryRun> {
  const path = `/api/deliveries/${run.delivery_id}/runs/${run.id}/confirm`
  const { status } = await person.json('POST', path)
  expect(status).toBe(200)
  return lastRun(person, { id: run.delivery_id }, state)
}

/** Presses "Deliver now" and waits until the run is in this state. */
export async function run(
  person: Person,
  delivery: { id: string },
  state: DeliveryRun['state'] = 'done',
): Promise<DeliveryRun> {
  const { status, body } = await person.json<{ data: DeliveryRun }>(
    'POST',
    `/api/deliveries/${delivery.id}/runs`,
  )
  expect(body).toMatchObject({ data: {} })
  expect(status).toBe(201)
  const ended = await lastRun(person, delivery, state)
  expect(ended.id).toBe(body.data.id)
  return ended
}

export async function listItems(person: Person, run: DeliveryRun, query = ''): Promise<DeliveryItem[]> {
  const path = `/api/deliveries/${run.delivery_id}/runs/${run.id}/items${query}`
  const { body } = await person.json<{ data: DeliveryItem[] }>('GET', path)
  return body.data
}

/** Every file below a folder, with its bytes and its time of change (ms). */
export function readFolder(folder: string, below = ''): Map<string, { bytes: Buffer; at: number }> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true })
  const files = new Map<string, { bytes: Buffer; at: number }>()
  for (const entry of entries) {
    const name = join(below, entry.name)
    const path = join(folder, name)
    if (entry.isDirectory()) for (const [inside, file] of readFolder(folder, name)) files.set(inside, file)
    else files.set(name, { bytes: readFileSync(path), at: statSync(path).mtimeMs })
  }
  return files
}

/** A desk with an administrator, an editor and the people of one project, and the input of a delivery. */
export async function openDesk(settings: Record<string, string>) {
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const editor = await desk.signIn('editor')
  const people = await listPeople(desk.service, DELIVERED_PROJECT)
  const ready = people.filter(({ photo }) => photo.approved && photo.standard_url)
  const photoCalls = async () =>
    (await desk.service.journal()).filter(({ path }) => path.includes('/photo')).length
  return { desk, admin, editor, people, ready, photoCalls }
}

/** The same with a folder that everything was delivered into. */
export async function openDelivered(given: Partial<NewDeliveryInput> = {}) {
  const { folder, settings } = createFolder()
  const opened = await openDesk(settings)
  const delivery = await create(opened.admin, toFolder(folder, given))
  const first = await confirm(opened.editor, await lastRun(opened.admin, delivery, 'review'))
  return { ...opened, folder, delivery, first }
}
