import { describe, expect, test } from 'vitest'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { startExport } from '#tests/support/exports.ts'
import { restart } from '#tests/support/restart.ts'

/** Asks for names as the page of entries about these projects does. */
async function name(...needed: number[]): Promise<Map<number, string>> {
  const [{ nameProjects }, { getBackgroundClient }] = await Promise.all([
    import('#lib/projects/project-names.ts'),
    import('#lib/session/connection/connection.ts'),
  ])
  const names = await nameProjects(needed, await getBackgroundClient())
  return new Map(names.map(({ id, name }) => [id, name]))
}

describe('project names in the log', () => {
  test('listed projects have names in the log without a call, whatever the service does since', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_CACHE_MS: '0' } })
    const admin = await desk.signIn('admin')
    await admin.json('GET', '/api/v1/projects')
    await desk.service.fault({ times: 100, answer: { kind: 'status', status: 503 } })
    const { length } = await desk.service.journal()
    expect((await name(MIXED_PROJECT.id)).get(MIXED_PROJECT.id)).toBe(MIXED_PROJECT.name)
    expect(await desk.service.journal()).toHaveLength(length)
  })

  test('projects of downloads have names after a start, though the service answers nothing', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    await startExport(admin, MIXED_PROJECT.id)
    restart()
    await desk.service.fault({ times: 100, answer: { kind: 'status', status: 503 } })
    expect((await name(MIXED_PROJECT.id)).get(MIXED_PROJECT.id)).toBe(MIXED_PROJECT.name)
  })

  test('the desk asks the service for the names of projects that it does not know', async () => {
    startDesk()
    expect((await name(LARGE_PROJECT.id)).get(LARGE_PROJECT.id)).toBe(LARGE_PROJECT.name)
  })
})
