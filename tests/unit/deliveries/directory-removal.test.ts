/** A photo counts as removed from a directory only after the directory has shown that it is gone. */
import { Client } from 'ldapts'
import { expect, test } from 'vitest'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { type Directory, type Rules, SLAPD, startDirectory } from '#tests/support/slapd.ts'

const whenThere = SLAPD === null ? test.skip : test
const { signal } = new AbortController()

if (SLAPD === null)
  test('no directory server is installed', () => leaveOut('removals from a directory', 'slapd'))

const PEOPLE = ['anna', 'ben', 'carla'].map((uid, index) => ({
  dn: `cn=${uid}`,
  uid,
  email: `${uid}@example.com`,
  number: String(4711 + index),
}))
const ANNA = { mitarbeiternummer: '4711', email: '' }

async function open(rules: Rules = {}) {
  applySettings()
  const directory = await startDirectory(PEOPLE, undefined, rules)
  directory.add(`dn: ou=staff,${directory.base}\nobjectClass: organizationalUnit\nou: staff\n`)
  directory.add(`dn: ou=left,${directory.base}\nobjectClass: organizationalUnit\nou: left\n`)
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const connect = (changes: object = {}) => {
    const { ldaps: url, base, writer } = directory
    const filter = '(employeeNumber={mitarbeiternummer})'
    const settings = {
      kind: 'ldap',
      url,
      user: writer.user,
      base,
      filter,
      attribute: 'thumbnailPhoto',
    } as const
    return openDestination({ ...settings, ...changes }, { password: writer.password }, { signal })
  }
  const deliver = async () => {
    const destination = await connect()
    const receipt = await destination.put(
      { receiver: ANNA, files: [deliveryFile('a', 'portrait')], before: null },
      signal,
    )
    await destination.close()
    return receipt
  }
  return { directory, connect, deliver, read: () => readPhoto(directory) }
}

/** Reads Anna's photo as an administrator of the directory, wherever her entry is. */
async function readPhoto({ ldaps, base, reader }: Directory): Promise<string> {
  const client = new Client({ url: ldaps })
  await client.bind(reader.user, reader.password)
  const { searchEntries } = await client.search(base, { filter: '(uid=anna)' })
  await client.unbind()
  const [photo] =
    Object.entries(searchEntries[0] ?? {}).find(([name]) => /^thumbnailphoto$/i.test(name)) ?? []
  return photo === undefined ? '' : String(searchEntries[0]?.[photo])
}

whenThere('a replica that refers to another server has removed nothing', async () => {
  const { directory, connect, deliver, read } = await open()
  const receipt = await deliver()
  await directory.setRules({ isReplica: true })
  const destination = await connect()
  const refused = { code: 'refers_elsewhere', isInDoubt: true }
  await expect(destination.remove(receipt, signal, ANNA)).rejects.toMatchObject(refused)
  expect(await read()).toBe('portrait')
  await destination.close()
})

whenThere('a referral is followed to an allowed host alone, and read back there', async () => {
  const provider = await open()
  const replica = await open()
  await replica.directory.setRules({ isReplica: true, refersTo: provider.directory.ldap })
  const { host } = new URL(provider.directory.ldap)
  const photo = { receiver: ANNA, files: [deliveryFile('a', 'portrait')], before: null }
  for (const referral_hosts of ['', 'localhost', 'dc.example.com, localhost:9']) {
    const closed = await replica.connect({ referral_hosts })
    await expect(closed.put(photo, signal)).rejects.toMatchObject({ code: 'refers_elsewhere' })
    await closed.close()
  }
  expect(await provider.read()).toBe('')
  const allowed = await replica.connect({ referral_hosts: `dc.example.com, ${host}` })
  const receipt = await allowed.put(photo, signal)
  expect([await provider.read(), await replica.read()]).toEqual(['portrait', ''])
  await allowed.close()
  // The replica does not have the photo yet, so what it shows proves nothing.
  const narrower = await replica.connect()
  const refused = { code: 'refers_elsewhere' }
  await expect(narrower.remove(receipt, signal, ANNA)).rejects.toMatchObject(refused)
  await narrower.close()
  const again = await replica.connect({ referral_hosts: host })
  expect(await again.remove(receipt, signal, ANNA)).toBe('removed')
  expect(await provider.read()).toBe('')
  await again.close()
})

whenThere('a referral to a server with the wrong certificate gets no password', async () => {
  const provider = await open()
  const { port } = new URL(provider.directory.ldap)
  const replica = await open()
  await replica.directory.setRules({ isReplica: true, refersTo: `ldap://127.0.0.1:${port}` })
  const destination = await replica.connect({ referral_hosts: `127.0.0.1:${port}` })
  const photo = { receiver: ANNA, files: [deliveryFile('a', 'portrait')], before: null }
  await expect(destination.put(photo, signal)).rejects.toMatchObject({ code: 'not_trusted' })
  expect(await provider.read()).toBe('')
  await destination.close()
})

test.each([
  ['ldap://DC01.example.com/cn=anna', 'dc01.example.com', 'ldap://dc01.example.com:389'],
  ['ldaps://dc01.example.com:636', 'other, dc01.example.com', 'ldaps://dc01.example.com:636'],
  ['ldap://dc01.example.com:8389', 'dc01.example.com', null],
  ['ldap://dc01.example.com:8389', 'dc01.example.com:8389', 'ldap://dc01.example.com:8389'],
  ['ldap://dc01.example.com.evil.example', 'dc01.example.com', null],
  ['ldap://dc01.example.com@evil.example', 'dc01.example.com', null],
  ['http://dc01.example.com', 'dc01.example.com', null],
  ['no address', 'dc01.example.com', null],
])('a referral to %s with %s allowed leads to %s', async (referral, referral_hosts, expected) => {
  const { findAllowed } = await import('#lib/deliveries/destinations/ldap.ts')
  expect(findAllowed([referral], { referral_hosts })).toBe(expected)
})

whenThere.each([
  ['renamed', { rdn: 'cn=Anna Meier' }],
  ['moved', { rdn: 'cn=anna', below: 'ou=left' }],
])('the photo of an entry that was %s is removed from it', async (_, to) => {
  const { directory, connect, deliver, read } = await open()
  const receipt = await deliver()
  expect(receipt.entries).toMatchObject([{ id: expect.stringMatching(/^entryUUID=/) }])
  directory.move('cn=anna', to)
  const destination = await connect()
  expect(await destination.remove(receipt, signal, ANNA)).toBe('removed')
  expect(await read()).toBe('')
  await destination.close()
})

whenThere(
  'an entry that was moved out of the base is followed, also from a receipt without identity',
  async () => {
    const { directory, connect, deliver, read } = await open()
    directory.move('cn=anna', { rdn: 'cn=anna', below: 'ou=staff' })
    const receipt = await deliver()
    directory.move('cn=anna,ou=staff', { rdn: 'cn=anna', below: 'ou=left' })
    const narrow = await connect({ base: `ou=staff,${directory.base}` })
    const { entries: _, ...earlier } = receipt
    await expect(narrow.remove(earlier, signal, ANNA)).rejects.toMatchObject({ code: 'nobody_found' })
    expect(await read()).toBe('portrait')
    expect(await narrow.remove(receipt, signal, ANNA)).toBe('removed')
    expect(await read()).toBe('')
    await deliver()
    const wide = await connect()
    expect(await wide.remove(earlier, signal, ANNA)).toBe('removed')
    expect(await read()).toBe('')
    await Promise.all([narrow.close(), wide.close()])
  },
)

whenThere('the name of a deleted entry leads to nobody else', async () => {
  const { directory, connect, deliver } = await open()
  const receipt = await deliver()
  directory.move('cn=anna', { rdn: 'cn=gone', below: 'ou=left' })
  directory.move('cn=ben', { rdn: 'cn=anna' })
  await directory.setRules({ hides: ['cn=gone,ou=left'] })
  const destination = await connect()
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'nobody_found' })
  await destination.close()
})

whenThere.each([
  ['does not see any more', { hides: ['cn=anna'] }, 'nobody_found'],
  ['may only read', { protects: ['cn=anna'] }, 'not_allowed'],
  ['sees without its photo', { blinds: ['cn=anna'] }, 'not_readable'],
])('an entry that the account %s is not called removed', async (_, rules, code) => {
  const { directory, connect, deliver, read } = await open()
  const receipt = await deliver()
  await directory.setRules(rules)
  const destination = await connect()
  await expect(destination.remove(receipt, signal, ANNA)).rejects.toMatchObject({ code })
  expect(await read()).toBe('portrait')
  await destination.close()
})

whenThere(
  'a server that spells the attribute in lower case loses no photo, neither ours nor theirs',
  async () => {
    const { connect, deliver, read } = await open({ spelling: 'thumbnailphoto' })
    const receipt = await deliver()
    const destination = await connect({ test_person: '4711' })
    expect(await destination.test(signal)).toMatchObject([{ code: 'directory_entry' }])
    expect(await read()).toBe('portrait')
    const other = {
      ...receipt,
      entries: receipt.entries?.map(entry => ({ ...entry, version: 'of another' })),
    }
    await expect(destination.remove(other, signal, ANNA)).rejects.toMatchObject({ code: 'changed_there' })
    expect(await destination.remove(receipt, signal, ANNA)).toBe('removed')
    expect(await read()).toBe('')
    await destination.close()
  },
)

/** Reads Anna's own photo, replaces it with ours, and removes ours again. */
async function replaceOwn({ connect }: Awaited<ReturnType<typeof open>>) {
  const destination = await connect()
  const put = (name: string) =>
    destination.put({ receiver: ANNA, files: [deliveryFile('a', name)], before: null }, signal)
  const theirs = await put('their own')
  expect(await destination.readOwn?.({ receiver: ANNA, before: theirs }, signal)).toBeNull()
  const own = await destination.readOwn?.({ receiver: ANNA, before: null }, signal)
  if (!own) throw new Error('Her own photo was not found.')
  expect(own.files.map(String)).toEqual(['their own'])
  await destination.remove(await put('portrait'), signal, ANNA)
  await destination.close()
  return { own }
}

whenThere('a photo is put back into the empty entry of the person, wherever it was moved to', async () => {
  const opened = await open()
  const { own } = await replaceOwn(opened)
  opened.directory.move('cn=anna', { rdn: 'cn=Anna Meier', below: 'ou=left' })
  const destination = await opened.connect()
  expect(await destination.putBack?.(own, signal)).toBe('put_back')
  expect(await opened.read()).toBe('their own')
  expect(await destination.putBack?.(own, signal)).toBe('put_back')
  await destination.put({ receiver: ANNA, files: [deliveryFile('a', 'later')], before: null }, signal)
  expect(await destination.putBack?.(own, signal)).toBe('other_there')
  expect(await opened.read()).toBe('later')
  await destination.close()
})

whenThere.each([
  ['does not see any more', { hides: ['cn=anna'] }, 'nobody_found'],
  ['may only read', { protects: ['cn=anna'] }, 'not_allowed'],
  ['sees without its photo', { blinds: ['cn=anna'] }, 'not_readable'],
])('nothing is called put back into an entry that the account %s', async (_, rules, code) => {
  const opened = await open()
  const { own } = await replaceOwn(opened)
  await opened.directory.setRules(rules)
  const destination = await opened.connect()
  await expect(destination.putBack?.(own, signal)).rejects.toMatchObject({ code })
  expect(await opened.read()).toBe('')
  await destination.close()
})

whenThere('the test refuses before it writes when it could not put back the photo', async () => {
  const { directory, connect, deliver, read } = await open()
  await deliver()
  await directory.setRules({ blinds: ['cn=anna'] })
  const destination = await connect({ test_person: '4711' })
  await expect(destination.test(signal)).rejects.toMatchObject({ code: 'not_readable' })
  expect(await read()).toBe('portrait')
  await destination.close()
})

whenThere('the entry of a wrong number stays in the receipt until its photo is seen to be gone', async () => {
  const { directory, connect, deliver, read } = await open()
  const wrong = await deliver()
  await directory.setRules({ protects: ['cn=anna'] })
  const destination = await connect()
  const ben = { mitarbeiternummer: '4712', email: '' }
  const right = await destination.put(
    { receiver: ben, files: [deliveryFile('a', 'portrait')], before: wrong },
    signal,
  )
  expect(right.places).toEqual([`cn=ben,${directory.base}`, `cn=anna,${directory.base}`])
  await expect(destination.remove(right, signal, ben)).rejects.toMatchObject({ code: 'not_allowed' })
  await destination.close()
  await directory.setRules({})
  const again = await connect()
  expect(await again.remove(right, signal, ben)).toBe('removed')
  expect(await read()).toBe('')
  await again.close()
})
