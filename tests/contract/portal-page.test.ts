import { expect, test } from 'vitest'
import { SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { ORIGIN, startSandbox, type TestSandbox } from './support/start-sandbox.ts'
import { findEmployee, getEmployee } from './support/walk.ts'

function submit(
  { sandbox }: TestSandbox,
  path: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const headers = { referer: `${ORIGIN}/portal?customer=1&project=102` }
  const request = new Request(`${ORIGIN}/portal${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  return sandbox.fetch(request)
}

test('the portal page shows account, keys, sizes, projects and people, and escapes names', async () => {
  const sandbox = startSandbox()
  const page = await (await sandbox.portal('GET', `?project=${MIXED_PROJECT.id}&page=2`)).text()
  for (const text of ['Musterwerk AG', 'api_disabled', 'Dienstausweis', 'Page 2 of 5', '/retake"']) {
    expect(page).toContain(text)
  }
  const all = await Promise.all([1, 2, 3, 4, 5].map(n => sandbox.portal('GET', `?project=102&page=${n}`)))
  const text = (await Promise.all(all.map(answer => answer.text()))).join('')
  expect(text).toContain('Ana &lt;b&gt;María&lt;/b&gt;')
  expect(text).not.toContain('<b>María')
  expect(text).not.toMatch(/(src|href)="https?:/)
})

test('a form of the portal page does its step and leads back to the page it came from', async () => {
  const sandbox = startSandbox()
  const { id } = await findEmployee(sandbox, MIXED_PROJECT.id, ({ status }) => status === 'uploaded')
  const answer = await submit(sandbox, `/employees/${id}/edit`)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/portal?customer=1&project=102'])
  expect((await getEmployee(sandbox, id)).status).toBe('edited')
})

test('the portal page explains an impossible step', async () => {
  const answer = await submit(startSandbox(), '/employees/1001/upload')
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('There is a photo already.')
})

test('the portal page shows a new key once, in no address, and can revoke it', async () => {
  const sandbox = startSandbox()
  const answer = await submit(sandbox, '/keys?customer=1', { label: 'by hand' })
  const key = /pk_[\w-]+/.exec(await answer.text())?.[0] ?? ''
  expect((await sandbox.api('GET', '/projects', { key })).status).toBe(200)
  expect((await submit(sandbox, '/keys/3?customer=1', { _method: 'DELETE' })).status).toBe(303)
  expect((await sandbox.api('GET', '/projects', { key })).status).toBe(401)
  expect((await sandbox.api('GET', '/projects', { key: SANDBOX_KEY })).status).toBe(200)
})

test('the portal page sets account state and sizes by forms, without unlabelled rows', async () => {
  const sandbox = startSandbox()
  const fields = {
    _method: 'PUT',
    'sizes.0.label': 'Eins',
    'sizes.0.width': '300',
    'sizes.0.height': '400',
    'sizes.1.label': '',
    'sizes.1.width': '600',
    'sizes.1.height': '800',
  }
  expect((await submit(sandbox, '/image-sizes?customer=1', fields)).status).toBe(303)
  const sizes = await (await sandbox.api('GET', '/image-sizes')).json()
  expect(sizes).toEqual({ data: [{ index: 0, label: 'Eins', width: 300, height: 400 }] })
  await submit(sandbox, '/account?customer=1', { _method: 'PUT', state: 'trial' })
  expect((await sandbox.api('GET', '/projects')).status).toBe(403)
})

test('the portal page switches variations by a form that shows their effect and source', async () => {
  const sandbox = startSandbox()
  const ticked = async () =>
    [...(await (await sandbox.portal('GET', '')).text()).matchAll(/name="on\.([\w-]+)"[^>]* checked/g)].map(
      ([, name]) => name,
    )
  expect(await ticked()).toEqual([])
  const fields = { _method: 'PUT', 'on.delete-200': 'on', 'on.taken-409': 'on' }
  expect((await submit(sandbox, '/variations', fields)).status).toBe(303)
  expect(await ticked()).toEqual(['taken-409', 'delete-200'])
  expect((await sandbox.api('DELETE', '/employees/1001')).status).toBe(200)
  const page = await (await sandbox.portal('GET', '')).text()
  expect(page).toContain('Answers a deletion with 200 and a body.')
  expect(page).toContain('sloppy. Section 4: DELETE answers &quot;204 with no body&quot;.')
  await submit(sandbox, '/variations', { _method: 'PUT' })
  expect(await ticked()).toEqual([])
})

test('one button of the portal page removes the faults of the desk, and nothing else', async () => {
  const sandbox = startSandbox()
  const showsButton = async () =>
    (await (await sandbox.portal('GET', '')).text()).includes('>Let the desk in again<')
  expect(await showsButton()).toBe(false)
  await sandbox.api('DELETE', '/employees/1001')
  const fault = { times: 9, answer: { kind: 'status', status: 401 } }
  const [key] = (await (await sandbox.portal('GET', '/keys')).json()).data
  for (const keepOut of [
    () => submit(sandbox, '/account?customer=1', { _method: 'PUT', state: 'api_disabled' }),
    () => submit(sandbox, `/keys/${key.id}?customer=1`, { _method: 'DELETE' }),
    () => sandbox.portal('POST', '/faults', fault),
  ]) {
    await keepOut()
    expect((await sandbox.api('GET', '/projects')).ok).toBe(false)
    expect(await showsButton()).toBe(true)
    await submit(sandbox, '/let-in?customer=1')
    expect((await sandbox.api('GET', '/projects')).ok).toBe(true)
    expect(await showsButton()).toBe(false)
  }
  expect((await sandbox.api('GET', '/employees/1001')).status).toBe(404)
})
