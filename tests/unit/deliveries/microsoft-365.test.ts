import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryFile, Receipt } from '#lib/deliveries/destinations/destination.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { createGraphService, type GraphAccount, type GraphOptions } from '#tests/support/microsoft-graph.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const APP = {
  tenant: 'example.com',
  clientId: '11111111-2222-3333-4444-555555555555',
  clientSecret: 's3cret',
}
const SETTINGS = { kind: 'microsoft-365', tenant: APP.tenant, client_id: APP.clientId } as const
const { signal } = new AbortController()

const account = (mailbox: boolean, photo: Buffer | null = null): GraphAccount => ({ mailbox, photo })
const to = (email: string) => ({ mitarbeiternummer: '1', email })

function file(name: string, bytes: number): DeliveryFile {
  const path = join(createTempFolder(), 'photo.jpg')
  const content = Buffer.alloc(bytes, name)
  writeFileSync(path, content)
  return { name, path, bytes, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Starts the service on a port of this machine, and opens the desk's destination for it. */
async function open(
  options: Partial<GraphOptions> & Pick<GraphOptions, 'accounts'>,
  secret = APP.clientSecret,
) {
  const graph = createGraphService({ ...APP, ...options })
  // The server's own `Response` would leak into later tests.
  const server = serve({ fetch: graph.fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false })
  onTestFinished(() => void server.close())
  if (!server.listening) await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  applySettings({ DELIVERY_LOGIN_URL: origin, DELIVERY_GRAPH_URL: origin })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const destination = await openDestination(SETTINGS, { client_secret: secret }, { signal })
  return { graph, destination }
}

test('a photo is set whole; an account without a mailbox gets the small one', async () => {
  const accounts = { 'anna@example.com': account(true), 'ben@example.com': account(false) }
  const { destination } = await open({ accounts })
  const files = [file('large', 300_000), file('small', 40_000)]
  const receipt = await destination.put({ receiver: to('anna@example.com'), files, before: null }, signal)
  expect(receipt).toMatchObject({ places: ['anna@example.com'], version: expect.stringContaining('"') })
  await destination.put({ receiver: to('ben@example.com'), files, before: null }, signal)
  expect(accounts['anna@example.com'].photo?.length).toBe(300_000)
  expect(accounts['ben@example.com'].photo?.length).toBe(40_000)
})

test('at most four of 700 photos are in flight at once, over all deliveries of the app', async () => {
  const names = Array.from({ length: 700 }, (_, index) => `p${index}@example.com`)
  const accounts = Object.fromEntries(names.map(name => [name, account(true)]))
  const { graph, destination } = await open({ accounts, delayMs: 1 })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const other = await openDestination(SETTINGS, { client_secret: APP.clientSecret }, { signal })
  const files = [file('photo', 1_000)]
  await Promise.all(
    names.map((name, index) =>
      (index % 2 ? other : destination).put({ receiver: to(name), files, before: null }, signal),
    ),
  )
  expect(graph.mostAtOnce()).toBe(4)
  expect(graph.journal.filter(({ method, status }) => method === 'PUT' && status === 200)).toHaveLength(700)
  expect(Object.values(accounts).every(({ photo }) => photo?.length === 1_000)).toBe(true)
})

test('a throttled call waits, and a refused token is requested again', async () => {
  const accounts = { 'anna@example.com': account(true) }
  const { graph, destination } = await open({ accounts })
  graph.throttle(1)
  graph.forgetTokens()
  await destination.put({ receiver: to('anna@example.com'), files: [file('a', 10)], before: null }, signal)
  expect(graph.journal.map(({ method, status }) => `${method} ${status}`)).toEqual([
    'GET 401',
    'GET 429',
    'GET 200',
    'PUT 200',
    'GET 200',
  ])
})

test('an own photo is removed, and a foreign one is left for a person to decide', async () => {
  const accounts = { 'anna@example.com': account(true), 'ben@example.com': account(true) }
  const { destination } = await open({ accounts })
  const files = [file('ours', 1_000)]
  const receipts = []
  for (const email of Object.keys(accounts))
    receipts.push(await destination.put({ receiver: to(email), files, before: null }, signal))
  const [anna, ben] = receipts
  if (!anna || !ben) throw new Error('No receipts.')
  await destination.remove(anna, signal)
  await destination.remove(anna, signal)
  expect(accounts['anna@example.com'].photo).toBeNull()
  accounts['ben@example.com'].photo = Buffer.from('their own')
  await expect(destination.remove(ben, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(accounts['ben@example.com'].photo.toString()).toBe('their own')
})

test.each([
  ['nobody with this address', 'carla@example.com', 10, 'nobody_found'],
  ['no address at all', '  ', 10, 'no_address'],
  ['a photo that is too large for an account without a mailbox', 'ben@example.com', 200_000, 'too_large'],
])('the fault “%s” fails this person alone', async (_, email, bytes, code) => {
  const { destination } = await open({ accounts: { 'ben@example.com': account(false) } })
  const put = destination.put({ receiver: to(email), files: [file('x', bytes)], before: null }, signal)
  await expect(put).rejects.toMatchObject({ code, isOfOnePerson: true })
})

test('a wrong secret is refused before anything is sent', async () => {
  const { DestinationError } = await import('#lib/deliveries/destinations/destination.ts')
  const opening = open({ accounts: {} }, 'wrong')
  await expect(opening).rejects.toMatchObject({ name: DestinationError.name, code: 'sign_in_refused' })
})

test('the test sets a photo, restores the previous one and reports the tenant’s photo source', async () => {
  const before = Buffer.from('the photo of before')
  const accounts = { 'anna@example.com': account(true, before) }
  const { graph } = await open({ accounts, source: 'onPremises' })
  const { testDestination } = await import('#lib/deliveries/manage/test-destination.ts')
  const settings = { ...SETTINGS, test_person: 'anna@example.com' }
  const found = await testDestination(settings, { client_secret: APP.clientSecret }, { signal })
  expect(found).toEqual({
    findings: [
      { code: 'microsoft_account', values: { account: 'anna@example.com' } },
      { code: 'microsoft_source', values: { source: 'onPremises' } },
    ],
    error: null,
  })
  expect(graph.journal.filter(({ method }) => method === 'PUT')).toHaveLength(3)
  expect(accounts['anna@example.com'].photo).toEqual(before)
})

test('the grey square of the test is removed, even if its user leaves', async () => {
  const leaving = new AbortController()
  const photos = [Buffer.from('the photo of before')]
  const anna: GraphAccount = {
    mailbox: true,
    get photo() {
      return photos.at(-1) ?? null
    },
    set photo(bytes) {
      if (bytes) photos.push(bytes)
      if (bytes?.toString() !== 'the photo of before') leaving.abort()
    },
  }
  const { graph } = await open({ accounts: { 'anna@example.com': anna } })
  const { testDestination } = await import('#lib/deliveries/manage/test-destination.ts')
  const settings = { ...SETTINGS, test_person: 'anna@example.com' }
  const tested = testDestination(settings, { client_secret: APP.clientSecret }, { signal: leaving.signal })
  await expect(tested).rejects.toThrow()
  expect(graph.journal.filter(({ method }) => method === 'PUT')).toHaveLength(3)
  expect(photos.map(bytes => bytes.toString().slice(0, 19))).toMatchObject([
    'the photo of before',
    'the photo of before',
    expect.not.stringContaining('before'),
    'the photo of before',
  ])
})

test('a photo on a wrong account is removed there, unless that account shows another by now', async () => {
  const accounts = Object.fromEntries(['a@example.com', 'b@example.com'].map(one => [one, account(true)]))
  const photos = () => Object.values(accounts).map(({ photo }) => photo?.length ?? 0)
  const { destination } = await open({ accounts })
  const put = (email: string, before: Receipt | null) =>
    destination.put({ receiver: to(email), files: [file('ours', 1_000)], before }, signal)
  const wrong = await put('a@example.com', null)
  const right = await put('b@example.com', wrong)
  expect(photos()).toEqual([0, 1_000])
  Object.assign(accounts['b@example.com'] ?? {}, { photo: Buffer.from('their own') })
  await put('a@example.com', right)
  expect(photos()).toEqual([1_000, 9])
  await put('a@example.com', { places: ['nobody@example.com'], version: null })
})

test('a pause of more than a minute is left to the whole run, which waits an hour at most', async () => {
  const { graph, destination } = await open({ accounts: { 'anna@example.com': account(true) } })
  graph.throttle(1, 10 ** 10)
  const photo = { receiver: to('anna@example.com'), files: [file('a', 10)], before: null }
  await expect(destination.put(photo, signal)).rejects.toMatchObject({
    ...{ code: 'throttled', isOfOnePerson: false, retryAfterMs: 60 * 60_000 },
  })
  expect(graph.journal).toHaveLength(1)
})

test('a redirect is not followed, and an endless answer is not read to its end', async () => {
  let asked = 0
  const elsewhere = createServer((_, response) => {
    asked += 1
    response.end('{}')
  })
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/token')) {
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
    }
    if (request.url?.includes('anna@'))
      return void response.writeHead(302, { location: originOf(elsewhere) }).end()
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(100_000)));
    }
    response.on('drain', pour)
    pour()
  })
  for (const one of [server, elsewhere]) {
    one.listen(0, '127.0.0.1')
    await once(one, 'listening')
    onTestFinished(() => {
      one.closeAllConnections()
      one.close()
    })
  }
  applySettings({ DELIVERY_LOGIN_URL: originOf(server), DELIVERY_GRAPH_URL: originOf(server) })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const destination = await openDestination(SETTINGS, { client_secret: 'any' }, { signal })
  for (const email of ['anna@example.com', 'ben@example.com']) {
    const put = destination.put({ receiver: to(email), files: [file('a', 10)], before: null }, signal)
    await expect(put).rejects.toMatchObject({ code: 'refused' })
  }
  expect(asked).toBe(0)
})

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
