import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PRACTICE } from '#lib/settings/env.ts'
import { ROOT } from '#scripts/setup.mjs'
import { askDesk, OWN, signIn } from './edge-desk.ts'
import { APP_SECRET } from './start-desks.ts'

/** The key in use, the desk's own secret, a password, and names that exist only in the server's code. */
const secrets = () => [
  PRACTICE.apiKey,
  APP_SECRET,
  inject('editor').password,
  'portrait-desk next-auth session',
]

function expectNoSecret(text: string): void {
  for (const secret of secrets())
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      expect(text).not.toContain(form)
}

test('the build for browsers holds no secret and no source map', () => {
  const files = globSync('.next/static/**/*', { cwd: ROOT, withFileTypes: true }).filter(file =>
    file.isFile(),
  )
  expect(files.filter(({ name }) => name.endsWith('.js')).length).toBeGreaterThan(5)
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
  for (const { parentPath, name } of files) expectNoSecret(readFileSync(join(parentPath, name), 'latin1'))
})

test('no page and no payload of a page holds a secret, in any session', async () => {
  const { cookie } = await signIn()
  const browsers: Record<string, string>[] = [{ cookie }, {}, { ...OWN, cookie, rsc: '1' }]
  for (const path of ['/', '/sign-in', '/projects', '/projects/101', '/connect', '/activity', '/nowhere'])
    for (const headers of browsers) {
      const { status, body } = await askDesk({ path, headers })
      expect(status).toBeLessThan(500)
      expectNoSecret(body)
    }
})
