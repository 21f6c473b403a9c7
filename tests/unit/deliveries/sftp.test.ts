import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toTemporary } from '#lib/deliveries/destinations/file-tree.ts'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { SSHD, type SshServer, startSshServer } from '#tests/support/open-ssh.ts'
import { createSmallDisk, makeReadOnly } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const whenThere = SSHD === null ? test.skip : test
const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }

if (SSHD === null) test('no SSH server is installed', () => leaveOut('deliveries by SFTP', 'openssh-server'))

function settingsOf({ host, port, user, fingerprint }: SshServer, folder: string) {
  return { kind: 'sftp', host, port, user, folder, host_key: fingerprint } as const
}

async function open(folder = createTempFolder(), hostKeys?: string[]) {
  applySettings()
  const server = await startSshServer(hostKeys)
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const secrets = { private_key: server.privateKey }
  const connect = (changes = {}, given: object = secrets) =>
    openDestination({ ...settingsOf(server, folder), ...changes }, given, { signal })
  return { server, folder, connect }
}

whenThere('files arrive whole under their names, change, and go; the list comes last', async () => {
  const { folder, connect } = await open()
  const destination = await connect()
  const files = [deliveryFile('4711.jpg', 'large'), deliveryFile('klein/Müller, „Anna“.jpg', 'small')]
  const first = await destination.put({ receiver: RECEIVER, files, before: null }, signal)
  expect(readFileSync(join(folder, 'klein/Müller, „Anna“.jpg'), 'utf8')).toBe('small')
  expect(await destination.has({ receiver: RECEIVER, files, before: null }, signal)).toEqual(first)

  const renamed = [deliveryFile('4711.jpg', 'newer')]
  expect(await destination.has({ receiver: RECEIVER, files: renamed, before: null }, signal)).toBe('no')
  const second = await destination.put({ receiver: RECEIVER, files: renamed, before: first }, signal)
  expect(readFileSync(join(folder, '4711.jpg'), 'utf8')).toBe('newer')
  expect(readdirSync(join(folder, 'klein'))).toEqual([])
  await destination.finish(Buffer.from('the list'), signal)
  expect(await destination.remove(second, signal)).toBe('removed')
  expect(await destination.remove(second, signal)).toBe('gone')
  expect(readdirSync(folder).sort()).toEqual(['klein', 'portraits.csv'])
  await destination.close()
})

whenThere(
  'half a photo that a cut connection has left goes with the next run; what is being written stays',
  async () => {
    const { folder, connect } = await open()
    mkdirSync(join(folder, 'klein'))
    const [old, young] = ['.portrait-desk-0123456789ab.part', '.portrait-desk-ba9876543210.part']
    const yesterday = Date.now() / 1000 - 24 * 60 * 60
    for (const inside of ['.', 'klein']) {
      for (const name of [old, young]) writeFileSync(join(folder, inside, name), 'half a photo')
      utimesSync(join(folder, inside, old), yesterday, yesterday)
    }
    const destination = await connect()
    const files = [deliveryFile('klein/4711.jpg', 'photo')]
    await destination.put({ receiver: RECEIVER, files, before: null }, signal)
    await destination.finish(Buffer.from('the list'), signal)
    expect(readdirSync(join(folder, 'klein')).sort()).toEqual([young, '4711.jpg'])
    expect(readdirSync(folder).sort()).toEqual([young, 'klein', 'portraits.csv'])
    await destination.close()
  },
)

whenThere(
  'half a file of a moment ago is replaced when it is sent again, and a link under its name is not followed',
  async () => {
    const { folder, connect } = await open()
    const elsewhere = join(createTempFolder(), 'secret')
    writeFileSync(elsewhere, 'theirs')
    writeFileSync(toTemporary(join(folder, '4711.jpg')), 'half a photo')
    symlinkSync(elsewhere, toTemporary(join(folder, '4712.jpg')))
    const destination = await connect()
    for (const name of ['4711.jpg', '4712.jpg'])
      await destination.put({ receiver: RECEIVER, files: [deliveryFile(name, name)], before: null }, signal)
    expect(readdirSync(folder).sort()).toEqual(['4711.jpg', '4712.jpg'])
    expect(readFileSync(join(folder, '4712.jpg'), 'utf8')).toBe('4712.jpg')
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs')
    await destination.close()
  },
)

whenThere('what somebody else has put there since stays', async () => {
  const { folder, connect } = await open()
  const destination = await connect()
  const receipt = await destination.put(
    { receiver: RECEIVER, files: [deliveryFile('4711.jpg', 'ours')], before: null },
    signal,
  )
  writeFileSync(join(folder, '4711.jpg'), 'theirs')
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(readFileSync(join(folder, '4711.jpg'), 'utf8')).toBe('theirs')
  const unasked = { files: [deliveryFile('4711.jpg', 'newer')] }
  const asked = destination.requireFree?.(unasked.files, { contents: new Set(), lengths: new Set() }, signal)
  await expect(asked).rejects.toMatchObject({ code: 'file_there' })
  expect(await destination.findTaken?.(['4711.jpg', '4712.jpg', 'klein/1.jpg'], signal)).toEqual(
    new Set(['4711.jpg']),
  )
  expect(await destination.check?.([receipt], signal)).toEqual(['other'])
  await destination.close()
})

whenThere(
  'the test writes, reads and removes, and its fingerprint is the one that OpenSSH prints',
  async () => {
    const { server, folder, connect } = await open()
    const { readHostKey } = await import('#lib/deliveries/destinations/sftp.ts')
    expect(await readHostKey(server)).toBe(server.fingerprint)
    const destination = await connect()
    expect(await destination.test(signal)).toMatchObject([{ code: 'folder', values: { count: 0 } }])
    expect(readdirSync(folder)).toEqual([])
    await destination.close()
  },
)

whenThere(
  'nothing is said to a server with another key, and a user who is not let in is told so',
  async () => {
    const { server, connect } = await open()
    const other = `SHA256:${'A'.repeat(43)}`
    await expect(connect({ host_key: other })).rejects.toMatchObject({ code: 'not_trusted' })
    await expect(connect({}, { password: 'wrong' })).rejects.toMatchObject({ code: 'sign_in_refused' })
    await expect(connect({}, { private_key: 'no key' })).rejects.toMatchObject({ code: 'wrong_settings' })
    await expect(connect({ folder: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'no_such_place' })
    await expect(connect({ host: '169.254.169.254' })).rejects.toMatchObject({ code: 'not_offered' })
    server.stop()
    await expect(connect()).rejects.toMatchObject({ code: 'unreachable' })
  },
)

whenThere('a full disk and one that is only read leave no half file under a name', async () => {
  const disk = createSmallDisk(1)
  if (!disk) return leaveOut('a full disk behind SFTP', 'the right to mount one')
  const { folder, connect } = await open(disk.path)
  const destination = await connect()
  const files = [deliveryFile('4711.jpg', Buffer.alloc(2_000_000, 1))]
  const put = () => destination.put({ receiver: RECEIVER, files, before: null }, signal)
  await expect(put()).rejects.toMatchObject({ code: 'full', isOfOnePerson: false })
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(join(folder, 'locked'))
  if (!makeReadOnly(join(folder, 'locked'))) return
  const locked = await connect({ folder: join(folder, 'locked') })
  await expect(
    locked.put({ receiver: RECEIVER, files: [deliveryFile('a.jpg', 'a')], before: null }, signal),
  ).rejects.toMatchObject({ isOfOnePerson: false })
  expect(readdirSync(join(folder, 'locked'))).toEqual([])
  await locked.close()
  await destination.close()
})

whenThere('a server that has gained a key of another type is still the one that was confirmed', async () => {
  const { folder, connect } = await open(createTempFolder(), ['rsa', 'ed25519', 'ecdsa'])
  const destination = await connect()
  const files = [deliveryFile('4711.jpg', 'photo')]
  await destination.put({ receiver: RECEIVER, files, before: null }, signal)
  expect(readdirSync(folder)).toEqual(['4711.jpg'])
  await destination.close()
})
