import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { release, toReleased } from '#scripts/release.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const FILES = ['package.json', 'package-lock.json', 'deploy/chart/Chart.yaml', 'Dockerfile', 'CHANGELOG.md']
const SCHEMA = 'tests/fixtures/schema'
const DAY = new Date('2026-12-01T12:00:00Z')

/** Creates a checkout with the files that a release changes. */
function createCheckout() {
  const root = createTempFolder()
  for (const path of FILES) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(path, join(root, path))
  }
  mkdirSync(join(root, SCHEMA), { recursive: true })
  for (const name of ['now', 'released']) writeFileSync(join(root, SCHEMA, `${name}.txt`), name)
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', env }).trim()
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Before')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  const refused = vi.spyOn(console, 'error').mockImplementation(() => {})
  return { root, git, refused, read: (path: string) => readFileSync(join(root, path), 'utf8') }
}

test('a release is a commit and a tag in which everything has the new version', () => {
  const { root, git, read } = createCheckout()
  release(root, '99.1.0', DAY)
  expect(git('tag')).toBe('v99.1.0')
  expect(git('log', '-1', '--format=%s')).toBe('Release 99.1.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('show', '--name-only', '--format=').split('\n').sort()).toEqual(
    [...FILES, `${SCHEMA}/released.txt`].sort(),
  )
  expect(read(`${SCHEMA}/released.txt`)).toBe('now')
  expect(JSON.parse(read('package.json')).version).toBe('99.1.0')
  const { version, packages } = JSON.parse(read('package-lock.json'))
  expect([version, packages[''].version]).toEqual(['99.1.0', '99.1.0'])
  expect(read('deploy/chart/Chart.yaml')).toMatch(/^version: 99\.1\.0\nappVersion: 99\.1\.0$/m)
  expect(read('Dockerfile')).toMatch(/^ARG VERSION=99\.1\.0$/m)
  expect(read('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[99\.1\.0\] - 2026-12-01\n\n### Added/)
})

test.each<[string, string, (root: string) => void]>([
  ['a version that is not newer', packageJson.version, () => {}],
  ['changes that no commit has', '99.1.0', root => writeFileSync(join(root, 'new'), '')],
])('a release stops before anything is written because of %s', (_, version, spoil) => {
  const { root, git, refused, read } = createCheckout()
  spoil(root)
  expect(() => release(root, version, DAY)).toThrow('ended')
  expect(refused).toHaveBeenCalledOnce()
  expect([git('tag'), git('log', '--format=%s')]).toEqual(['', 'Before'])
  expect(read('package.json')).toBe(readFileSync('package.json', 'utf8'))
})

test('a release keeps earlier notes under their versions, and needs notes of its own', () => {
  const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n- New\n\n## [0.1.0] - 2026-01-01\n- Old\n'
  const after = toReleased(before, '0.2.0', '2026-02-02')
  expect(after).toBe(before.replace('[Unreleased]\n', '[Unreleased]\n\n## [0.2.0] - 2026-02-02\n'))
  expect(toReleased(after ?? '', '0.3.0', '2026-03-03')).toBeNull()
})
