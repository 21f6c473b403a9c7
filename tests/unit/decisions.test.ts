import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const INDEX = readFileSync(`${FOLDER}/README.md`, 'utf8')
const DECISIONS = globSync(`${FOLDER}/[0-9]*.md`).sort().map(toFile)
const SOURCES = globSync(['*.{ts,mjs}', '{app,components,lib,sandbox,scripts}/**/*.{ts,tsx,mjs,css}']).map(
  toFile,
)
const TESTS = globSync('tests/**/*.ts').map(toFile)
const NAMED = new Set(SOURCES.flatMap(({ text }) => listNamed(text)))

test('decisions exist, and sources name them', () => {
  expect(DECISIONS.length).toBeGreaterThan(20)
  expect(NAMED.size).toBeGreaterThan(20)
})

describe.each(DECISIONS)('$path', ({ path, text }) => {
  const number = basename(path).slice(0, 3)
  const title = /^# (\d{3})\. (.+)\n/.exec(text)
  const status = /^Status: (in force|replaced by (\d{3}))$/m.exec(text)

  test('a decision has a title with its number, and a status', () => {
    expect(basename(path)).toMatch(/^\d{3}(-[a-z0-9]+)+\.md$/)
    expect(title?.[1]).toBe(number)
    expect(status).not.toBeNull()
  })

  test('a decision has its own number, and is replaced by an existing one', () => {
    const numbers = DECISIONS.map(other => basename(other.path).slice(0, 3))
    expect(numbers.filter(other => other === number)).toHaveLength(1)
    if (status?.[2]) expect(numbers).toContain(status[2])
  })

  test('a decision is in the index under its title', () => {
    expect(INDEX).toContain(`[${number} ${title?.[2]}](${basename(path)})`)
  })

  test('a decision is named by the code that it explains', () => {
    if (status?.[1] === 'in force') expect([...NAMED]).toContain(path)
  })
})

test('every decision that is named anywhere exists', () => {
  const missing = [...SOURCES, ...TESTS].flatMap(({ path, text }) =>
    listNamed(text)
      .filter(named => !existsSync(named))
      .map(named => `${path} names ${named}`),
  )
  expect(missing).toEqual([])
})

/** Returns the paths of decisions in a text; a following full stop ends the sentence. */
function listNamed(text: string): string[] {
  return [...text.matchAll(/docs\/decisions\/[\w-]+\.md/g)].map(([path]) => path)
}

function toFile(path: string): { path: string; text: string } {
  return { path: toSlashes(path), text: readFileSync(path, 'utf8') }
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}
