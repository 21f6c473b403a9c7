import { expect, test } from 'vitest'
import type { Project } from '#lib/portrait-api/contract.ts'
import { parseProjectFilters, selectProjects } from '#lib/projects/project-filters.ts'

const project = (id: number, name: string, status: Project['status'] = 'active'): Project => ({
  id,
  name,
  status,
  projektnummer: `2026-00${id}`,
  start_date: null,
  deadline: '2026-12-01',
  employees_count: 0,
})
const PROJECTS = [project(11, 'Zentrale Köln'), project(12, 'Werk Leipzig'), project(13, 'Alt', 'archived')]
const find = (search: string) =>
  selectProjects(PROJECTS, parseProjectFilters(new URLSearchParams(search))).map(({ id }) => id)

test('archived projects are shown only on request', () => {
  expect(find('')).toEqual([11, 12])
  expect(find('archived=1')).toEqual([11, 12, 13])
})

test('a search finds names and numbers, however the umlaut is typed', () => {
  for (const q of ['koln', 'koeln', 'K%C3%B6ln', '0011', 'zentrale+k']) expect(find(`q=${q}`)).toEqual([11])
  expect(find('q=nobody')).toEqual([])
})

test('mistyped filters in the address count as not given', () => {
  expect(find(`q=${'x'.repeat(101)}&archived=yes`)).toEqual([11, 12])
  expect(parseProjectFilters({ q: ['a', 'b'], archived: '1' })).toEqual({ q: 'b', archived: true })
})
