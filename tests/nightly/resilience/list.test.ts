import { expect, test } from 'vitest'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { toMirrored } from '#tests/support/mirror.ts'
import { startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { READ_ORACLE } from '#tests/support/resilience/oracles.ts'
import { runAgainst, toCases } from '#tests/support/resilience/run-oracle.ts'

const PER_PAGE = 10

test.each(toCases(READ_ORACLE))(
  '%s: a list ends in "%s", and is never incomplete',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const expected = (await desk.people(MIXED_PROJECT.id)).slice(0, PER_PAGE).map(toMirrored)
    const page = await runAgainst(
      desk,
      {
        method: 'GET',
        path: '/projects/*/employees',
        run: () => desk.listEmployees(desk.client, MIXED_PROJECT.id, { per_page: PER_PAGE }),
      },
      { fault, outcome },
    )
    if (page) expect(page.data).toEqual(expected)
  },
)
