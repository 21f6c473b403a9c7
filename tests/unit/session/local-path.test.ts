import { expect, test } from 'vitest'
import { toLocalPath } from '#components/session/local-path.ts'

test.each(['/projects/102?status=pending', '/connect?reason=key_rejected', '/projects#top'])(
  'a path of the desk stays as it is: %s',
  path => expect(toLocalPath(path)).toBe(path),
)

test.each([
  undefined,
  '',
  'projects',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/x\\..\\elsewhere.example',
  'https:elsewhere.example',
  '/\n/elsewhere.example',
  '/ /elsewhere.example',
  'http://desk.invalid/projects',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '/x/..//elsewhere.example',
  'javascript:alert(1)',
])('a path away from the desk becomes the projects: %j', path => expect(toLocalPath(path)).toBe('/projects'))
