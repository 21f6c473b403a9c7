import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { CANARY_KEY, startDesk } from '#tests/support/desk.ts'
import { ended, readExport, startExport } from '#tests/support/exports.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id

async function reset(): Promise<void> {
  const { resetPractice } = await import('#lib/personal-data/practice-reset.ts')
  await resetPractice()
}

test('a practice reset makes the desk forget its exports, photos and cached people', async () => {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  const done = await ended(editor, await startExport(editor, PROJECT))
  const photos = join(desk.dataDir, 'photos')
  expect(existsSync(photos)).toBe(true)
  const { findRoster, loadRoster } = await import('#lib/employees/roster.ts')
  const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
  await loadRoster(connectWithKey(CANARY_KEY), PROJECT, {})
  expect(findRoster(connectWithKey(CANARY_KEY), PROJECT)).toHaveLength(36)
  await reset()
  expect((await editor.json('GET', `/api/exports/${done.id}`)).status).toBe(404)
  expect(existsSync(photos)).toBe(false)
  expect(findRoster(connectWithKey(CANARY_KEY), PROJECT)).toBeNull()
  expect((await ended(editor, await startExport(editor, PROJECT))).done).toBe(done.done)
})

test('a practice reset cancels an export under way, and leaves no open call', async () => {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  await desk.service.fault({
    path: '/employees/*/photo',
    skip: 3,
    times: 999,
    answer: { kind: 'delay', ms: 60_000 },
  })
  const running = await startExport(editor, PROJECT)
  await until('three are there', async () => (await readExport(editor, running.id)).done === 3)
  await reset()
  expect((await editor.json('GET', `/api/exports/${running.id}`)).status).toBe(404)
  await until('no call is open', async () => (await desk.service.openCalls()) === 0)
})

test('a practice reset keeps sessions and the log', async () => {
  const desk = startDesk()
  const admin = await desk.signIn('admin')
  await ended(admin, await startExport(admin, PROJECT))
  const before = await admin.json<{ meta: { total: number } }>('GET', '/api/activity')
  await reset()
  const after = await admin.json<{ meta: { total: number } }>('GET', '/api/activity')
  expect(after.status).toBe(200)
  expect(after.body.meta.total).toBe(before.body.meta.total)
})

test('a desk in front of a real service does not listen for a practice reset', async () => {
  startDesk()
  const before = process.listenerCount('message')
  const { listenForPracticeReset } = await import('#lib/personal-data/practice-reset.ts')
  listenForPracticeReset()
  expect(process.listenerCount('message')).toBe(before)
})

test('the singletons that a practice reset keeps still exist under their names', () => {
  const source = readFileSync('lib/personal-data/practice-reset.ts', 'utf8')
  const kept = [
    ...(/KEPT_SINGLETONS = new Set\(\[([^\]]*)\]/.exec(source)?.[1] ?? '').matchAll(/'([\w-]+)'/g),
  ]
  const code = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join('lib', name), 'utf8'))
    .join('\n')
  expect(kept.length).toBeGreaterThan(10)
  for (const [, name] of kept) expect(code).toMatch(new RegExp(`singleton\\(\\s*'${name}'`))
})
