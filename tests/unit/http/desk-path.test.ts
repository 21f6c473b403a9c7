import { expect, test } from 'vitest'
import { toDeskPath } from '#lib/http/desk-path.ts'

test.each([
  ['/portraits', '/'],
  ['/portraits?x=1', '/?x=1'],
  ['/portraits/', '/'],
  ['/portraits/projects/101?q=a', '/projects/101?q=a'],
  ['/portraits/api/health/live', '/api/health/live'],
  ['/api/health/live', '/api/health/live'],
  ['/portraits/portraits', '/portraits'],
  ['/portraits//projects', '//projects'],
])('the address %s is %s of a desk below /portraits', (url, path) =>
  expect(toDeskPath(url, '/portraits')).toBe(path),
)

test.each([
  '/',
  '/projects',
  '/portraitsx',
  '/portraits-2/projects',
  '/Portraits',
  '',
  '*',
  '/api/healthy',
  'portraits',
])('the address %j is outside of a desk below a path', url =>
  expect(toDeskPath(url, '/portraits')).toBeNull(),
)

test.each(['/', '/projects?q=a', '*', ''])('a desk without a path takes %j as it is', url =>
  expect(toDeskPath(url, '')).toBe(url),
)
