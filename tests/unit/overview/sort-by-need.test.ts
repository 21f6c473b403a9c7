import { expect, test } from 'vitest'
import type { ProjectTask } from '#lib/overview/contract.ts'
import { sortByNeed } from '#lib/overview/sort-by-need.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

const project = (id: number, changes: Partial<Project>): Project => ({
  id,
  projektnummer: `2026-${id}`,
  name: `Project ${id}`,
  status: 'active',
  start_date: null,
  deadline: '2027-01-31',
  employees_count: 5,
  ...changes,
})
const waiting = (...kinds: ProjectTask['kind'][]): ProjectTask[] =>
  kinds.map(kind => ({ kind, count: 3, target: null, since: null, download: null }))

test('projects with tasks come first, nearest deadline first, and ended ones last', () => {
  const projects = [
    project(1, { status: 'completed', deadline: '2026-12-01' }),
    project(2, { deadline: '2026-12-05' }),
    project(3, { deadline: '2027-03-01' }),
    project(4, { deadline: '2026-12-31' }),
    project(5, { deadline: '2027-06-01', employees_count: 0 }),
    project(6, { deadline: null }),
  ]
  const tasks = { 2: [], 3: waiting('pending'), 4: waiting('edited'), 5: [] }
  // The sixth has no counts yet, and the fifth has no people yet.
  expect(sortByNeed(projects, { tasks, counts: {} }).map(({ id }) => id)).toEqual([4, 3, 6, 5, 2, 1])
})

test('a deadline counts while photos are outstanding, and mere downloads come after', () => {
  const projects = [
    project(1, { deadline: '2026-12-01' }),
    project(2, { deadline: '2026-12-02' }),
    project(3, { deadline: '2026-12-11' }),
    project(4, { deadline: '2026-12-18' }),
    project(5, { deadline: '2027-09-30' }),
  ]
  const tasks = {
    1: [],
    2: waiting('undelivered', 'undelivered'),
    3: waiting('approved'),
    4: waiting('retake', 'approved'),
    5: waiting('pending', 'uninvited'),
  }
  expect(sortByNeed(projects, { tasks, counts: {} }).map(({ id }) => id)).toEqual([4, 5, 2, 3, 1])
})

test('projects with photos to download come before empty projects and drafts', () => {
  const projects = [
    project(1, { deadline: '2026-12-01', employees_count: 0 }),
    project(2, { deadline: '2026-12-02', status: 'draft' }),
    project(3, { deadline: '2026-12-03', status: 'draft' }),
    project(4, { deadline: '2026-12-04', status: 'draft' }),
    project(5, { deadline: '2026-12-05', status: 'draft' }),
    project(6, { deadline: '2026-12-06' }),
    project(7, { deadline: '2026-12-07' }),
  ]
  const tasks = {
    1: [],
    2: waiting('uninvited'),
    // The service has already started on these two, whatever their status.
    3: waiting('pending', 'retake'),
    4: waiting('pending', 'approved'),
    6: waiting('approved'),
    7: [],
  }
  expect(sortByNeed(projects, { tasks, counts: {} }).map(({ id }) => id)).toEqual([3, 6, 4, 1, 2, 5, 7])
})

test('projects without known tasks are sorted by their earlier counts', () => {
  const none = { pending: 0, uploaded: 0, edited: 0, approved: 0, retake: 0, other: 0 }
  const projects = [1, 2, 3, 4].map(id => project(id, { deadline: `2026-12-0${id}` }))
  const counts = {
    1: { ...none, approved: 5 },
    2: { ...none, uploaded: 5 },
    3: { ...none, approved: 4, retake: 1 },
  }
  expect(sortByNeed(projects, { tasks: {}, counts }).map(({ id }) => id)).toEqual([3, 4, 1, 2])
  expect(sortByNeed(projects, { tasks: { 1: waiting('pending') }, counts }).map(({ id }) => id)).toEqual([
    1, 3, 4, 2,
  ])
})
