import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Employee, PER_PAGE_MAX } from '#lib/portrait-api/contract.ts'
import { smallJpeg } from './images.ts'
import { photoOf as photoUrls, readyEmployee } from './people.ts'

export const PHOTO_PROJECT = { id: 7, projektnummer: '2026-0007' } as const

export type PhotoService = {
  baseUrl: string
  /** Requested photos, by employee, in order. */
  asked: number[]
  /** The bytes of a person's photo. */
  photoOf(employeeId: number): Buffer
  /** The photos that were answered. */
  given: number[]
  /** The number of photos in flight. */
  open(): number
  /** Holds photos once this many were answered, and releases photos that waited for a higher number. */
  holdAfter(answered: number): void
  /** Makes a new approved version of a person's photo. */
  edit(employeeId: number): void
  /** Hides everybody in its lists, or shows them again. */
  showNobody(nobody: boolean): void
  /** Asks a person for another photo, so the old one must not be used any more. */
  withdraw(employeeId: number): void
  stop(): Promise<void>
}

type Options = {
  people: number
  photoBytes: number
  /** Holds photos once this many were answered. */
  holdAfter?: number
}

const COMMENT_MAX = 65_000
const NO_PHOTO = { approved: false, edited_at: null, standard_url: null, transparent_url: null }

/**
 * The portrait service with many people and photos of any size, without drawing. It is for downloads and restarts; the
 * sandbox is for rules and faults.
 */
export async function startPhotoService({
  people,
  photoBytes,
  holdAfter = Number.POSITIVE_INFINITY,
}: Options): Promise<PhotoService> {
  const everybody: Employee[] = Array.from({ length: people }, (_, index) => ({
    ...readyEmployee({ id: index + 1 }),
    project_id: PHOTO_PROJECT.id,
  }))
  const asked: number[] = []
  const given: number[] = []
  const edits = new Map<number, number>()
  let open = 0
  let showsNobody = false
  let holdFrom = holdAfter
  let held: (() => void)[] = []
  const photoOf = (id: number) => bigJpeg(photoBytes, id + people * (edits.get(id) ?? 0))
  const change = (id: number, changes: Partial<Employee>) => {
    const index = everybody.findIndex(person => person.id === id)
    everybody[index] = { ...readyEmployee({ id }), project_id: PHOTO_PROJECT.id, ...changes }
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    const json = (body: unknown) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    const photo = /\/employees\/(\d+)\/photo$/.exec(url.pathname)?.[1]
    if (photo) {
      asked.push(Number(photo))
      open += 1
      response.once('close', () => {
        open -= 1
      })
      const give = () => {
        if (response.destroyed) return
        if (given.length >= holdFrom) return void held.push(give)
        given.push(Number(photo))
        const bytes = photoOf(Number(photo))
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length })
        response.end(bytes)
      }
      give()
    } else if (url.pathname.endsWith('/projects')) json({ data: [toProject(people)] })
    else if (url.pathname.endsWith('/image-sizes')) json({ data: [] })
    else if (url.pathname.endsWith('/employees')) {
      const page = Number(url.searchParams.get('page') ?? 1)
      const per_page = Number(url.searchParams.get('per_page') ?? PER_PAGE_MAX)
      const shown = showsNobody ? [] : everybody
      const last_page = Math.max(1, Math.ceil(shown.length / per_page))
      const meta = { current_page: page, last_page, per_page, total: shown.length }
      const links = { next: page < last_page ? `${url.pathname}?page=${page + 1}` : null }
      json({ data: shown.slice((page - 1) * per_page, page * per_page), links, meta })
    } else response.writeHead(404).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    asked,
    photoOf,
    given,
    open: () => open,
    holdAfter(answered) {
      holdFrom = answered
      const waiting = held
      held = []
      for (const give of waiting) give()
    },
    edit(id) {
      edits.set(id, (edits.get(id) ?? 0) + 1)
      change(id, { photo: photoUrls(id, { edited_at: `2026-11-2${edits.get(id)}T09:00:00+01:00` }) })
    },
    showNobody(nobody) {
      showsNobody = nobody
    },
    withdraw: id => change(id, { status: 'retake', photo: NO_PHOTO }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A complete image of this many bytes: a tiny picture with long comments, different for each person. */
function bigJpeg(bytes: number, seed: number): Buffer {
  const tiny = smallJpeg(`portrait ${seed}`)
  const missing = Math.max(0, bytes - tiny.length)
  const segments: Buffer[] = []
  for (let left = missing; left > 4; left -= COMMENT_MAX + 4) {
    const length = Math.min(COMMENT_MAX, left - 4)
    const segment = Buffer.alloc(length + 4, seed & 0xff)
    segment.writeUInt16BE(0xfffe, 0)
    segment.writeUInt16BE(length + 2, 2)
    segments.push(segment)
  }
  return Buffer.concat([tiny.subarray(0, 2), ...segments, tiny.subarray(2)])
}

function toProject(employees_count: number) {
  const dates = { start_date: null, deadline: '2026-12-31' }
  return { ...PHOTO_PROJECT, name: 'Downloads', status: 'active', ...dates, employees_count }
}
