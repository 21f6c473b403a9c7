import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { Attribute, Change, Client } from 'ldapts'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Receipt } from '#lib/deliveries/destinations/destination.ts'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { type Directory, SLAPD, startDirectory, trustTestAuthority } from '#tests/support/slapd.ts'

const whenThere = SLAPD === null ? test.skip : test
const { signal } = new AbortController()

if (SLAPD === null)
  test('no directory server is installed', () => leaveOut('deliveries to a directory', 'slapd'))

/** Names that break hand-written DNs and filters. */
const PEOPLE = [
  { dn: 'cn=Müller\\, Anna \\"Änne\\" \\+ Co', uid: 'anna', email: 'anna@example.com', number: '4711' },
  { dn: 'cn=Ben', uid: 'ben', email: 'ben@example.com', number: '*' },
  { dn: 'cn=Carla', uid: 'carla', email: 'twice@example.com', number: 'a)(uid=*' },
  { dn: 'cn=Dora', uid: 'dora', email: 'twice@example.com', number: '4714' },
] as const

async function open(maxBytes?: number) {
  applySettings()
  const directory = await startDirectory(PEOPLE, maxBytes)
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const connect = (changes: object = {}, { user, password }: Directory['writer'] = directory.writer) =>
    openDestination(
      {
        kind: 'ldap',
        url: directory.ldaps,
        user,
        base: directory.base,
        filter: '(employeeNumber={mitarbeiternummer})',
        attribute: 'thumbnailPhoto',
        ...changes,
      },
      { password },
      { signal },
    )
  return { directory, connect, read: (uid: string) => readEntry(directory, uid) }
}

/** Reads a whole entry as another program sees it. */
async function readEntry({ ldaps, base, reader }: Directory, uid: string) {
  const client = new Client({ url: ldaps })
  await client.bind(reader.user, reader.password)
  const { searchEntries } = await client.search(base, {
    filter: `(uid=${uid})`,
    explicitBufferAttributes: ['thumbnailPhoto', 'jpegPhoto'],
  })
  await client.unbind()
  const [entry] = searchEntries
  if (!entry) throw new Error(`There is no ${uid}.`)
  const { thumbnailPhoto, ...rest } = entry
  return { photo: Buffer.isBuffer(thumbnailPhoto) ? thumbnailPhoto.toString() : '', rest }
}

const to = (mitarbeiternummer: string, email = '') => ({ mitarbeiternummer, email })

whenThere(
  'the photo stands in the entry of the person, and nothing else of it is touched; then it goes',
  async () => {
    const { connect, read } = await open()
    const destination = await connect()
    const before = await read('anna')
    const files = [deliveryFile('large', 'x'.repeat(110_000)), deliveryFile('small', 'portrait')]
    const receipt = await destination.put({ receiver: to('4711'), files, before: null }, signal)
    expect(await read('anna')).toEqual({ ...before, photo: 'portrait' })
    expect(await destination.has({ receiver: to('4711'), files, before: null }, signal)).toEqual(receipt)
    await destination.remove(receipt, signal)
    await destination.remove(receipt, signal)
    expect(await read('anna')).toEqual(before)
    await destination.close()
  },
)

whenThere('numbers that look like a filter find their own entry and no other', async () => {
  const { connect, read } = await open()
  const destination = await connect()
  for (const { uid, number } of PEOPLE)
    await destination.put(
      { receiver: to(number), files: [deliveryFile(uid, `of ${uid}`)], before: null },
      signal,
    )
  for (const { uid } of PEOPLE) expect((await read(uid)).photo).toBe(`of ${uid}`)
  await destination.close()
})

whenThere.each([
  ['nobody', to('0815'), {}, 'nobody_found'],
  ['no number', to(' '), {}, 'no_address'],
  ['two people', to('', 'twice@example.com'), { filter: '(mail={email})' }, 'several_found'],
])('%s of a filter is told of this person alone', async (_, receiver, changes, code) => {
  const { connect } = await open()
  const destination = await connect(changes)
  const put = destination.put({ receiver, files: [deliveryFile('a', 'a')], before: null }, signal)
  await expect(put).rejects.toMatchObject({ code, isOfOnePerson: true })
  await destination.close()
})

whenThere('another photo than ours stays, and one that is too large is refused', async () => {
  const { connect, read } = await open()
  const destination = await connect()
  const receipt = await destination.put(
    { receiver: to('4711'), files: [deliveryFile('a', 'ours')], before: null },
    signal,
  )
  await destination.put({ receiver: to('4711'), files: [deliveryFile('a', 'theirs')], before: null }, signal)
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect((await read('anna')).photo).toBe('theirs')
  const large = [deliveryFile('a', 'x'.repeat(102_401))]
  await expect(
    destination.put({ receiver: to('4711'), files: large, before: null }, signal),
  ).rejects.toMatchObject({ code: 'too_large' })
  await destination.close()
})

whenThere('StartTLS serves as well, and nothing is said without TLS or to an unknown authority', async () => {
  const { directory, connect } = await open()
  const destination = await connect({ url: directory.ldap })
  expect(await destination.test(signal)).toMatchObject([{ code: 'directory' }])
  await destination.close()
  const byAddress = directory.ldaps.replace('localhost', '127.0.0.1')
  await expect(connect({ url: byAddress })).rejects.toMatchObject({ code: 'not_trusted' })
})

whenThere('who may not sign in, may not write, or looks in the wrong place is told so', async () => {
  const { directory, connect } = await open()
  const wrong = { ...directory.writer, password: 'wrong' }
  await expect(connect({}, wrong)).rejects.toMatchObject({ code: 'sign_in_refused' })
  await expect(connect({ filter: '(uid=anna' })).rejects.toMatchObject({ code: 'wrong_settings' })
  const reader = await connect({}, directory.reader)
  await expect(
    reader.put({ receiver: to('4711'), files: [deliveryFile('a', 'a')], before: null }, signal),
  ).rejects.toMatchObject({ code: 'not_allowed', isOfOnePerson: false })
  await reader.close()
  const elsewhere = await connect({ base: 'dc=nowhere,dc=com' })
  await expect(elsewhere.test(signal)).rejects.toMatchObject({ code: 'no_such_place' })
  await elsewhere.close()
})

whenThere(
  'what lies on another server is neither followed nor found, and nobody else is kept from their photo',
  async () => {
    const { directory, connect, read } = await open()
    const { base } = directory
    directory.add(
      `dn: ou=elsewhere,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: elsewhere\nref: ldap://127.0.0.1:9/ou=elsewhere,${base}\n`,
    )
    const destination = await connect()
    await destination.put({ receiver: to('4711'), files: [deliveryFile('a', 'ours')], before: null }, signal)
    expect((await read('anna')).photo).toBe('ours')
    const moved = { places: [`cn=Anna,ou=elsewhere,${base}`], version: 'x' }
    await expect(destination.remove(moved, signal)).rejects.toMatchObject({ code: 'nobody_found' })
    await destination.close()
    const elsewhere = await connect({ base: `ou=elsewhere,${base}` })
    await expect(elsewhere.test(signal)).rejects.toMatchObject({ code: 'refers_elsewhere' })
    await elsewhere.close()
  },
)

whenThere(
  'an account that loses its rights in the middle stops the run, and nobody is blamed for it',
  async () => {
    const { directory, connect } = await open()
    const destination = await connect()
    const put = () =>
      destination.put({ receiver: to('4711'), files: [deliveryFile('a', 'ours')], before: null }, signal)
    await put()
    await directory.setRules({ rights: 'read' })
    await expect(put()).rejects.toMatchObject({ isOfOnePerson: false })
    await destination.close()
    const again = await connect()
    const refused = again.put(
      { receiver: to('4711'), files: [deliveryFile('a', 'ours')], before: null },
      signal,
    )
    await expect(refused).rejects.toMatchObject({ code: 'not_allowed', isOfOnePerson: false })
    await again.close()
  },
)

whenThere('the test writes the photo of one person, reads it, and puts back what was there', async () => {
  const { connect, read } = await open()
  const destination = await connect({ test_person: '4711' })
  await destination.put({ receiver: to('4711'), files: [deliveryFile('a', 'before')], before: null }, signal)
  expect(await destination.test(signal)).toMatchObject([{ code: 'directory_entry' }])
  expect((await read('anna')).photo).toBe('before')
  await destination.close()
})

whenThere('a directory that has no room left is nobody’s fault: it is tried again', async () => {
  const { connect } = await open(2 ** 18)
  const destination = await connect()
  const fill = async () => {
    for (const [index, { number }] of PEOPLE.entries()) {
      const files = [deliveryFile('4711.jpg', Buffer.alloc(90_000, index))]
      await destination.put({ receiver: to(number), files, before: null }, signal)
    }
  }
  await expect(fill()).rejects.toMatchObject({ code: 'broken', isOfOnePerson: false })
  await destination.close()
})

whenThere(
  'whose number was wrong is taken away from whom it is of, unless they have another one by now',
  async () => {
    const { connect, read } = await open()
    const destination = await connect()
    const put = (number: string, before: Receipt | null) =>
      destination.put({ receiver: to(number), files: [deliveryFile('a', 'portrait')], before }, signal)
    const wrong = await put('4711', null)
    const moved = { receiver: to('4714'), files: [deliveryFile('a', 'portrait')], before: wrong }
    expect(await destination.has(moved, signal)).toBe('no')
    const right = await put('4714', wrong)
    expect([(await read('anna')).photo, (await read('dora')).photo]).toEqual(['', 'portrait'])
    await destination.put(
      { receiver: to('4714'), files: [deliveryFile('a', 'theirs')], before: null },
      signal,
    )
    await put('4711', right)
    expect([(await read('anna')).photo, (await read('dora')).photo]).toEqual(['portrait', 'theirs'])
    await destination.close()
  },
)

whenThere(
  'of several photos in one entry only ours goes, wherever it stands, and the test gives all back',
  async () => {
    const { directory, connect } = await open()
    const colours = ['red', 'green', 'blue'].map(background =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
    const [ours, ...theirs] = await Promise.all(colours)
    if (!ours) throw new Error('There are three of them.')
    const writer = new Client({ url: directory.ldaps })
    await writer.bind(directory.writer.user, directory.writer.password)
    const set = async (values: Buffer[]) => {
      const modification = new Attribute({ type: 'jpegPhoto', values })
      await writer.modify(`cn=Ben,${directory.base}`, new Change({ operation: 'replace', modification }))
    }
    const photos = async () => [(await readEntry(directory, 'ben')).rest.jpegPhoto ?? []].flat()
    const destination = await connect({ attribute: 'jpegPhoto', test_person: '*' })
    const photo = { receiver: to('*'), files: [deliveryFile('a', ours)], before: null }
    const receipt = await destination.put(photo, signal)
    for (const several of [[ours, ...theirs], theirs.concat(ours)]) {
      await set(several)
      expect(await destination.has(photo, signal)).toBe('no')
      await destination.test(signal)
      expect(await photos()).toEqual(several)
      await destination.remove(receipt, signal)
      expect(await photos()).toEqual(theirs)
    }
    await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
    await Promise.all([destination.close(), writer.unbind()])
  },
)

whenThere('the grey square of the test stays with nobody, also when whoever began it goes away', async () => {
  const { connect, read } = await open()
  const destination = await connect({ test_person: '4711' })
  await destination.put({ receiver: to('4711'), files: [deliveryFile('a', 'before')], before: null }, signal)
  const leaving = new AbortController()
  const modify = Client.prototype.modify
  let writes = 0
  vi.spyOn(Client.prototype, 'modify').mockImplementation(async function (this: Client, ...given) {
    await modify.apply(this, given)
    writes += 1
    // The first write restores what is there.
    if (writes === 2) leaving.abort()
  })
  await expect(destination.test(leaving.signal)).rejects.toThrow()
  expect(writes).toBe(3)
  expect((await read('anna')).photo).toBe('before')
  await destination.close()
})

test.each(['ldap', 'ldaps'])(
  'a server at %s:// with an endless answer is left before its end',
  async scheme => {
    applySettings()
    trustTestAuthority()
    const closed = Promise.withResolvers<void>()
    const pour = (socket: net.Socket) => {
      socket.on('error', () => {})
      socket.on('close', () => closed.resolve())
      socket.once('data', () => {
        // An LDAPMessage (RFC 4511, section 4.1.1) of two gigabytes.
        socket.write(Buffer.from('30847fffffff', 'hex'))
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(1_000_000)));
        }
        socket.on('drain', more)
        more()
      })
    }
    const file = (name: string) => readFileSync(join(import.meta.dirname, '../../support/tls', name))
    const identity = { cert: file('issued.cert.pem'), key: file('issued.key.pem') }
    const server = scheme === 'ldaps' ? tls.createServer(identity, pour) : net.createServer(pour)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
    const settings = { kind: 'ldap', user: 'cn=x', base: 'dc=x', attribute: 'jpegPhoto' } as const
    const at = { url: `${scheme}://localhost:${port}`, filter: '(mail={email})' }
    const opening = openDestination({ ...settings, ...at }, { password: 'any' }, { signal })
    await expect(opening).rejects.toMatchObject({ code: 'unreachable' })
    await closed.promise
  },
)
