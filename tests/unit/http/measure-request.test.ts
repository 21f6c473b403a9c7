import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createRouteNames, measureRequest } from '#lib/http/measure-request.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

function namesOf(...routes: string[]) {
  const folder = createTempFolder()
  const manifest = Object.fromEntries(routes.map(route => [`${route}/page`, route]))
  writeFileSync(join(folder, 'app-path-routes-manifest.json'), JSON.stringify(manifest))
  return createRouteNames(folder)
}

const ROUTES = [
  '/[...missing]',
  '/',
  '/projects',
  '/projects/[projectId]/[[...person]]',
  '/projects/[projectId]/import',
  '/api/v1/employees/[employeeId]',
  '/api/[[...unknown]]',
]

test.each([
  ['/', '/'],
  ['/projects', '/projects'],
  ['/projects/', '/projects'],
  ['/projects/102', '/projects/[projectId]/[[...person]]'],
  ['/projects/102/people/7', '/projects/[projectId]/[[...person]]'],
  ['/projects/102/import', '/projects/[projectId]/import'],
  ['/api/v1/employees/7', '/api/v1/employees/[employeeId]'],
  ['/api/v1/employees/7/more', '/api/[[...unknown]]'],
  ['/api', '/api/[[...unknown]]'],
  ['/anything/else', '/[...missing]'],
  ['/_next/static/chunks/a.js', '/_next/static'],
])('%s is answered by the route %s', (path, route) => {
  expect(namesOf(...ROUTES)(path)).toBe(route)
})

test('a request without a route of the build has one name, as has any without a build', () => {
  expect(namesOf('/projects')('/elsewhere')).toBe('other')
  expect(createRouteNames(createTempFolder())('/projects')).toBe('other')
})

test('a request that has lost its connection by the end of the answer is counted all the same', () => {
  const response = Object.assign(new EventEmitter(), { writableFinished: false, statusCode: 200 })
  const request = { method: 'TRACE', headers: {}, socket: { bytesWritten: 100 } }
  const asked = {
    route: '/projects',
    context: { id: 'bcdfg', account: null },
    accessLog: 'no-address',
  } as const
  const lines = vi.spyOn(console, 'log').mockReturnValue()
  measureRequest(request as unknown as IncomingMessage, response as unknown as ServerResponse, asked)
  request.socket.bytesWritten = 160
  Object.assign(request, { socket: null })
  response.emit('close')
  expect(JSON.parse(lines.mock.calls[0]?.[0])).toMatchObject({
    event: 'request',
    request: 'bcdfg',
    method: 'other',
    route: '/projects',
    status: 'aborted',
    bytes: 60,
  })
  lines.mockRestore()
})
