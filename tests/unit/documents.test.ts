/** Documents as people read them rendered: the output of CommonMark, and whether everything they name exists. */
import { existsSync, globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDocument } from '#tests/support/documents.ts'

const DOCUMENTS = globSync(['*.md', '{app,components,deploy,docs,lib,sandbox,scripts,tests}/**/*.md'])
  .map(path => path.replaceAll('\\', '/'))
  .sort()
  .map(readDocument)
const PATH = /^(?:app|components|deploy|docs|lib|sandbox|scripts|tests)\/[\w./()[\]-]+$/

test('the documents are found', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50)
  expect(DOCUMENTS.flatMap(({ code }) => code).length).toBeGreaterThan(30)
  expect(DOCUMENTS.flatMap(({ links }) => links).length).toBeGreaterThan(150)
})

describe.each(DOCUMENTS)('$path', ({ path, headings, code, words, links }) => {
  test('a document has one title, at its top, and no underlined heading', () => {
    expect(headings.map(({ depth }) => depth).filter(depth => depth === 1)).toHaveLength(1)
    expect(headings[0]?.depth).toBe(1)
    for (const { raw } of headings) expect(raw.trimStart()).toMatch(/^#+ /)
  })

  test('a document has no code block that is empty or not closed', () => {
    for (const { raw, text } of code) {
      expect(text.trim(), raw).not.toBe('')
      expect(raw.trimEnd(), raw).toMatch(/```$/)
    }
  })

  test('a document links only to existing files and headings', () => {
    const broken = links.filter(link => !/^(?:https?|mailto):/.test(link) && !leadsSomewhere(path, link))
    expect(broken).toEqual([])
  })

  test('a document names only existing files', () => {
    const named = words.filter(word => PATH.test(word))
    expect(named.filter(word => !existsSync(word))).toEqual([])
  })
})

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', heading] = decodeURIComponent(link).split('#')
  const target = file === '' ? from : normalize(join(dirname(from), file))
  if (!existsSync(target)) return false
  return heading === undefined || readDocument(target).anchors.has(heading)
}
