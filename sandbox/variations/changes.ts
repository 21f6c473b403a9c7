/** Functions for the rows of `variations.ts`. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { addEmployees } from '../state/add-employees.ts'
import type { ServiceState } from '../state/records.ts'
import type { Fields, Refusal, RefusalText, Sent, ServiceCall } from './variation.ts'

const COMPRESS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Writes all times of an employee in another form. */
export function withTimes(toTime: (ms: number, usual: string) => string): (employee: Fields) => Fields {
  const toOther = (time: unknown) => (typeof time === 'string' ? toTime(Date.parse(time), time) : time)
  return employee => {
    const { invited_at, uploaded_at, photo } = employee
    const edited_at = toOther(toFields(photo).edited_at)
    const times = { invited_at: toOther(invited_at), uploaded_at: toOther(uploaded_at) }
    return { ...employee, ...times, photo: { ...toFields(photo), edited_at } }
  }
}

/** Writes both addresses of the photos in another form. */
export function withPhotoUrls(toUrl: (url: string | null) => string | null): (employee: Fields) => Fields {
  return employee => {
    const photo = toFields(employee.photo)
    const toOther = (url: unknown) => toUrl(typeof url === 'string' ? url : null)
    return {
      ...employee,
      photo: {
        ...photo,
        standard_url: toOther(photo.standard_url),
        transparent_url: toOther(photo.transparent_url),
      },
    }
  }
}

/** Replaces values of one field of a record; other values stay. */
export function withValues(field: string, values: Record<string, string>): (record: Fields) => Fields {
  return record => ({ ...record, [field]: values[String(record[field])] ?? record[field] })
}

export function without(...names: string[]): (fields: Fields) => Fields {
  return fields => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

export function withoutNulls(fields: Fields): Fields {
  const kept = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isFields(value) ? withoutNulls(value) : value]),
  )
}

/** An error as JSON with another body; undefined fields are left out. */
export function asJson(toBody: (refusal: Refusal) => Fields, type = 'application/json') {
  return (refusal: Refusal): RefusalText => ({ type, text: JSON.stringify(toBody(refusal)) })
}

export function withType(toType: (type: string) => string): (sent: Sent) => Sent {
  return ({ headers, bytes }) => {
    const changed = new Headers(headers)
    changed.set('content-type', toType(headers.get('content-type') ?? ''))
    return { headers: changed, bytes }
  }
}

/** Uses Transfer-Encoding: chunked, without a length. */
export function inChunks({ headers, bytes }: Sent): Sent {
  const changed = new Headers(headers)
  changed.delete('content-length')
  changed.set('transfer-encoding', 'chunked')
  return { headers: changed, bytes }
}

/** Adds a line end and a zero byte, which the announced length includes. */
export function withTail({ headers, bytes }: Sent): Sent {
  const changed = new Headers(headers)
  const longer = new Uint8Array(bytes.length + 2)
  longer.set(bytes)
  longer.set([0x0a, 0], bytes.length)
  changed.set('content-length', String(longer.length))
  return { headers: changed, bytes: longer }
}

export function compressed(coding: keyof typeof COMPRESS): (sent: Sent) => Sent {
  return ({ headers, bytes }) => {
    const changed = new Headers(headers)
    changed.delete('content-length')
    changed.set('content-encoding', coding)
    return { headers: changed, bytes: new Uint8Array(COMPRESS[coding](bytes)) }
  }
}

/** The project of a call for the first of several pages; null for any other call. */
function readsFirstOfPages({ employees }: ServiceState, { method, path, query }: ServiceCall): number | null {
  const id = Number(/^\/projects\/(\d+)\/employees$/.exec(path)?.[1])
  const total = employees.filter(({ project_id }) => project_id === id).length
  const isFirst = method === 'GET' && Number(query.get('page') ?? 1) === 1
  return isFirst && total > Number(query.get('per_page') ?? 50) ? id : null
}

export function deleteBetweenPages(state: ServiceState, call: ServiceCall): boolean {
  const projectId = readsFirstOfPages(state, call)
  const first = state.employees.find(({ project_id }) => project_id === projectId)
  state.employees = state.employees.filter(employee => employee !== first)
  return first !== undefined
}

export function addBetweenPages(state: ServiceState, call: ServiceCall): boolean {
  const projectId = readsFirstOfPages(state, call)
  const project = state.projects.find(({ id }) => id === projectId)
  const customer = state.customers.find(({ id }) => id === project?.customer_id)
  if (!project || !customer) return false
  const person = { first_name: 'Späte', last_name: 'Ankunft', email: `late.${project.id}@example.com` }
  addEmployees(state, [person], { customer, project })
  return true
}

/** Moves the first size of each account to the end, so that every index means another size. */
export function turnSizes({ customers }: ServiceState, { path }: ServiceCall): boolean {
  if (path !== '/image-sizes') return false
  for (const customer of customers) customer.image_sizes.push(...customer.image_sizes.splice(0, 1))
  return true
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
