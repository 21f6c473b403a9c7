import { beforeEach, describe, expect, test } from 'vitest'
import { applySettings, DESK_ORIGIN } from '#tests/support/desk-env.ts'

let requireSameOrigin: (request: Request) => void
beforeEach(async () => {
  applySettings()
  requireSameOrigin = (await import('#lib/http/same-origin.ts')).requireSameOrigin
})

function passes(method: string, headers: Record<string, string | undefined>): boolean {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  try {
    requireSameOrigin(new Request(`${DESK_ORIGIN}/api/v1/employees/1`, { method, headers: given }))
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'foreign_origin' })
    return false
  }
}

const CSRF = ['1', '0', '', undefined]
const SITES = ['same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', '', undefined]
const ORIGINS = [
  DESK_ORIGIN,
  `${DESK_ORIGIN}:444`,
  'http://desk.example.test',
  'https://evil.example',
  'null',
  undefined,
]

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s', method => {
  test.each(SITES)(
    'a change with Sec-Fetch-Site %s passes only from the desk itself and with x-csrf',
    site => {
      for (const csrf of CSRF)
        for (const origin of ORIGINS) {
          const ours = site === undefined ? origin === DESK_ORIGIN : site === 'same-origin'
          const passed = passes(method, { 'x-csrf': csrf, 'sec-fetch-site': site, origin })
          expect({ csrf, origin, passed }).toEqual({ csrf, origin, passed: csrf === '1' && ours })
        }
    },
  )
})

describe.each(['GET', 'HEAD', 'OPTIONS'])('%s', method => {
  test.each(SITES)('a read with Sec-Fetch-Site %s passes unless a foreign page caused it', site => {
    for (const csrf of CSRF)
      for (const origin of ORIGINS) {
        const ours =
          site === undefined
            ? origin === DESK_ORIGIN || origin === undefined
            : site === 'same-origin' || site === 'none'
        expect({
          csrf,
          origin,
          passed: passes(method, { 'x-csrf': csrf, 'sec-fetch-site': site, origin }),
        }).toEqual({
          csrf,
          origin,
          passed: ours,
        })
      }
  })
})
