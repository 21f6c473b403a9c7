import { expect, test } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { askDesk, OWN, signIn } from './edge-desk.ts'

test('photos, pictures and lists of the built desk have a length', async () => {
  const headers = { ...OWN, cookie: (await signIn()).cookie }
  const people = await askDesk({ path: `/api/v1/projects/${COMPLETED_PROJECT.id}/employees`, headers })
  const [{ id, photo: stored }]: [Employee] = JSON.parse(people.body).data
  const photo = `/api/v1/employees/${id}/photo`
  const thumbnail = `/api/photos/${id}/thumbnail?v=${encodeURIComponent(String(stored.edited_at))}`
  const list = `/api/projects/${COMPLETED_PROJECT.id}/people/list?format=`
  for (const path of [photo, thumbnail, `${list}csv`, `${list}xlsx`]) {
    const answer = await askDesk({ path, headers })
    expect([answer.status, answer.headers['transfer-encoding']], path).toEqual([200, undefined])
    expect(Number(answer.headers['content-length']), path).toBe(answer.bytes)
    expect(answer.bytes, path).toBeGreaterThan(500)
    // A HEAD request makes no list.
    const head = path.startsWith(list) ? undefined : answer.headers['content-length']
    expect((await askDesk({ method: 'HEAD', path, headers })).headers['content-length'], path).toBe(head)
  }
})

test('pages and scripts arrive as gzip, answers of handlers uncompressed', async () => {
  const headers = { ...OWN, cookie: (await signIn()).cookie, 'accept-encoding': 'gzip, br' }
  const { body } = await askDesk({
    path: '/projects',
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const script = /\/_next\/static\/[^"]+\.js/.exec(body)?.[0] ?? ''
  const list = `/api/projects/${COMPLETED_PROJECT.id}/people/list?format=csv`
  const encodings = await Promise.all(
    ['/projects', script, list].map(
      async path => (await askDesk({ path, headers })).headers['content-encoding'],
    ),
  )
  expect(encodings).toEqual(['gzip', 'gzip', undefined])
})
