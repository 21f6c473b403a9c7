/**
 * A greedy user does not affect others at the built desk. `tests/api/people-desk` and `tests/api/session` have the
 * details.
 */
import { expect, inject, test } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { askDesk, HOST, OWN, signInAt, trySignInAt } from '#tests/edge/edge-desk.ts'

const LOOPS = 12
const ROUNDS = 20
const at = (name: 'greedy' | 'neighbour' | 'guessed') => ({
  port: inject('desk').port,
  host: HOST,
  account: inject('colleagues')[name],
})

test('twelve loops of forced refreshes do not refuse the reads and changes of a colleague', async () => {
  const greedy = { ...OWN, 'x-refresh': '1', cookie: (await signInAt(at('greedy'))).cookie }
  const headers = { ...OWN, cookie: (await signInAt(at('neighbour'))).cookie }
  const list = await askDesk({ path: `/api/v1/projects/${MIXED_PROJECT.id}/employees?per_page=100`, headers })
  const people: Employee[] = JSON.parse(list.body).data
  const [edited, ...others] = people.reverse()
  let over = false
  const refresh = async (loop: number) => {
    const statuses: number[] = []
    for (let turn = loop; !over; turn += LOOPS) {
      const path = `/api/v1/employees/${others[turn % others.length]?.id}`
      statuses.push((await askDesk({ path, headers: greedy })).status)
    }
    return statuses
  }
  const loops = Array.from({ length: LOOPS }, (_, loop) => refresh(loop))
  const heard: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = `/api/v1/employees/${edited?.id}`
    heard.push((await askDesk({ path, headers: { ...headers, 'x-refresh': '1' } })).status)
    const body = JSON.stringify({ first_name: `Vor ${round}` })
    const json = { ...headers, 'content-type': 'application/json' }
    heard.push((await askDesk({ method: 'PATCH', path, headers: json, body })).status)
  }
  over = true
  const refreshed = (await Promise.all(loops)).flat()
  expect(heard).toEqual(Array(2 * ROUNDS).fill(200))
  expect(refreshed.filter(status => status !== 200 && status !== 429)).toEqual([])
})

test('wrong passwords of a stranger lock nobody out of a known browser', async () => {
  const place = at('guessed')
  const { setCookies } = await signInAt(place)
  const device = setCookies.find(header => header.includes('known-device')) ?? ''
  expect(device).not.toBe('')
  const tryPassword = async (password: string) =>
    (await trySignInAt({ ...place, account: { ...place.account, password } })).answer
  const guesses: number[] = []
  for (let guess = 0; guess < 8; guess += 1) guesses.push((await tryPassword(`wrong ${guess}`)).status)
  expect(guesses.slice(0, 5)).toEqual(Array(5).fill(401))
  const refused = await tryPassword(place.account.password)
  expect([guesses.at(-1), refused.status]).toEqual([429, 429])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await trySignInAt({ ...place, device })).answer.status).toBe(200)
})
