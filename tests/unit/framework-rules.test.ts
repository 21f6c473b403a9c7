import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const packageSchema = z.object({ version: z.string() })
/** The browser's only fetch, which calls the desk's own handlers. */
const BROWSER = 'lib/desk-api/desk-request.ts'
const SERVER = globSync('{app,lib}/**/*.{ts,tsx}')
  .map(path => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => path !== BROWSER)

describe('the framework', () => {
  /** The oldest versions without a known vulnerability that affects the desk. */
  test.each([
    ['next', '16.4.5'],
    ['react', '19.2.1'],
    ['react-dom', '19.2.1'],
    ['next-auth', '4.24.15'],
    ['iron-session', '9.0.1'],
    ['zod', '4.6.6'],
    ['undici', '7.28.0'],
    ['node', '24.18.0'],
  ])('the framework package %s is at least %s', (name, oldest) => {
    expect(compare(installed(name), oldest)).toBeGreaterThanOrEqual(0)
  })

  test('the Node of this run is at least the oldest that can read the code', () => {
    expect(compare(process.versions.node, '22.18.0')).toBeGreaterThanOrEqual(0)
  })

  test('the framework has no proxy in front of the guards', () => {
    for (const name of ['proxy', 'middleware'])
      for (const extension of ['ts', 'js', 'mjs'])
        expect(existsSync(`${name}.${extension}`) || existsSync(`app/${name}.${extension}`)).toBe(false)
  })
})

test('the answer of another server is never passed on, only rebuilt (CVE-2026-119348)', () => {
  for (const { text, path } of SERVER) {
    expect(text, path).not.toMatch(/return (await )?fetch\(/)
    expect(text, path).not.toMatch(/new Response\([^(){}]*,\s*\w+\)/)
  }
  const copying = SERVER.filter(({ text }) => /headers: \w+\.headers\b/.test(text)).map(({ path }) => path)
  // HEAD has the headers of the desk's own GET; the transport passes headers to its own module, which reads two of
  // them.
  expect(copying.sort()).toEqual(['lib/handlers/methods.ts', 'lib/portrait-api/exchange.ts'])
})

test('no module shares the query cache of one user with another', () => {
  const sources = globSync('{app,components,lib}/**/*.{ts,tsx}').map(path => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  expect(sources.some(({ text }) => text.includes('new QueryClient('))).toBe(true)
  for (const { text, path } of sources) expect(text, path).not.toMatch(/^\S.*new QueryClient\(/m)
})

function installed(name: string): string {
  return packageSchema.parse(JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))).version
}

function compare(left: string, right: string): number {
  const [a, b] = [left, right].map(version => version.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
