import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { SMALL, startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { PHOTO_ORACLE } from '#tests/support/resilience/oracles.ts'
import { runAgainst, toCases } from '#tests/support/resilience/run-oracle.ts'

test.each(toCases(PHOTO_ORACLE))(
  '%s: a photo ends in "%s", and the store holds a whole one or none',
  async (fault, outcome) => {
    const desk = await startChaosDesk()
    const [person] = await desk.people(LARGE_PROJECT.id)
    if (!person) throw new Error('The seed has nobody.')
    const real = await desk.ask(`/employees/${person.id}/photo?size=${SMALL}`)
    const expected = Buffer.from(await real.arrayBuffer())
    const photo = await runAgainst(
      desk,
      {
        method: 'GET',
        path: '/employees/*/photo',
        run: () =>
          desk.getPhoto(desk.client, { employeeId: person.id, variant: 'standard', size: SMALL }, {}),
      },
      { fault, outcome },
    )
    if (photo) expect(readFileSync(photo.path).equals(expected)).toBe(true)
    expect(desk.storedFiles()).toHaveLength(photo ? 1 : 0)
  },
)
