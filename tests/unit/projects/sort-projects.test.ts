import { expect, test } from 'vitest'
import type { Project } from '#lib/portrait-api/contract.ts'
import { sortProjects } from '#lib/projects/sort-projects.ts'

const project = (id: number, status: string, deadline: string | null): Project => ({
  id,
  projektnummer: String(id),
  name: 'Köln',
  status,
  start_date: null,
  deadline,
  employees_count: null,
})

test('a project with an unknown status is not put last, and one without deadline ends its status', () => {
  const projects = [
    project(1, 'archived', '2026-01-01'),
    project(2, 'on_hold', '2026-02-01'),
    project(3, 'active', null),
    project(4, 'active', '2026-03-01'),
  ]
  expect(sortProjects(projects).map(({ id }) => id)).toEqual([2, 4, 3, 1])
})
