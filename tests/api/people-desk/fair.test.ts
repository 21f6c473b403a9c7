import { describe, expect, test } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

const LIMIT = 120
const LOOPS = 12
const REFRESH = { headers: { 'x-refresh': '1' } }

/**
 * The desk and the service have the same limit, as for a real customer. A call that would have to wait for the next
 * window is refused.
 */
const open = (settings = {}) =>
  startDesk({ settings: { PORTRAIT_API_LIMIT: String(LIMIT), ...settings }, sandbox: { rateLimit: LIMIT } })

/** Runs twelve loops of forced refreshes at these addresses, and awaits `onRound` with each round. */
async function refreshGreedily(
  person: Person,
  { paths, rounds, onRound }: { paths: string[]; rounds: number; onRound: (round: number) => Promise<void> },
): Promise<number[]> {
  const statuses: number[] = []
  const refresh = async (place: number) => {
    const path = paths[place % paths.length] ?? ''
    statuses.push((await person.json('GET', path, REFRESH)).status)
  }
  for (let round = 0; round < rounds; round += 1) {
    const answers = Array.from({ length: LOOPS }, (_, loop) => refresh(round * LOOPS + loop))
    await Promise.all([onRound(round), ...answers])
  }
  return statuses
}

/** Opens and changes a person like an editor in the table. */
async function edit(editor: Person, employee: Employee, round: number): Promise<number[]> {
  const { status: read } = await editor.json('GET', `/api/v1/employees/${employee.id}`)
  const { status: change } = await editor.json('PATCH', `/api/employees/${employee.id}`, {
    body: {
      changes: { first_name: `Vor ${round}` },
      shown: { first_name: round === 0 ? employee.first_name : `Vor ${round - 1}` },
    },
  })
  return [read, change]
}

const callsOf = async (desk: Desk) => (await desk.service.journal()).length

describe('twelve loops of forced refreshes by one viewer', () => {
  test('an editor works beside twelve refresh loops without a refusal, and the service has no 429', async () => {
    const desk = open()
    const [viewer, editor] = [await desk.signIn('viewer'), await desk.signIn('editor')]
    const [edited, ...others] = await listPeople(desk.service, MIXED_PROJECT.id)
    if (!edited) throw new Error('The seed has nobody.')
    const edits: number[] = []
    const refreshes = await refreshGreedily(viewer, {
      paths: others.map(({ id }) => `/api/v1/employees/${id}`),
      rounds: 14,
      onRound: async round => void edits.push(...(await edit(editor, edited, round))),
    })
    expect(new Set(edits)).toEqual(new Set([200]))
    expect(edits).toHaveLength(28)
    expect(refreshes.filter(status => status === 200).length).toBeLessThanOrEqual(LIMIT / 2 + 5)
    expect((await desk.service.journal()).filter(({ status }) => status === 429)).toEqual([])
  })

  test('forced refreshes are answered from the cache once a quarter of the window is used', async () => {
    const desk = open({ PORTRAIT_API_CACHE_MS: '60000' })
    const [viewer, editor] = [await desk.signIn('viewer'), await desk.signIn('editor')]
    const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, LOOPS)
    const refreshes = await refreshGreedily(viewer, {
      paths: people.map(({ id }) => `/api/v1/employees/${id}`),
      rounds: 10,
      onRound: async () => {},
    })
    expect(new Set(refreshes)).toEqual(new Set([200]))
    expect(await callsOf(desk)).toBeLessThan(LIMIT / 4 + LOOPS)
    const before = await callsOf(desk)
    await editor.json('GET', `/api/v1/employees/${people[0]?.id}`, REFRESH)
    expect(await callsOf(desk)).toBe(before + 1)
  })

  test('another person can refresh a whole project beside twelve refresh loops', async () => {
    const desk = open({ PORTRAIT_API_CACHE_MS: '60000' })
    const [viewer, other] = [await desk.signIn('viewer'), await desk.signIn('viewer')]
    const path = `/api/projects/${LARGE_PROJECT.id}/people`
    const others: number[] = []
    const refreshes = await refreshGreedily(viewer, {
      paths: [path],
      rounds: 10,
      onRound: async round =>
        round % 3 === 0 ? void others.push((await other.json('GET', path, REFRESH)).status) : undefined,
    })
    expect(new Set([...refreshes, ...others])).toEqual(new Set([200]))
    expect(await callsOf(desk)).toBeLessThan(LIMIT)
  })
})
