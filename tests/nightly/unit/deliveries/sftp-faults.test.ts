import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SftpClient from 'ssh2-sftp-client'
import { expect, test, vi } from 'vitest'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { type Faults, startFaultySshServer } from '#tests/support/faulty-ssh.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }
const PHOTO = Buffer.alloc(400_000, 'photo')

async function open(faults: Faults) {
  applySettings()
  const folder = createTempFolder()
  const server = await startFaultySshServer(folder, faults)
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const connect = (options = { signal }) =>
    openDestination({ kind: 'sftp', folder: '.', ...server }, { password: 'anything' }, options)
  const files = [deliveryFile('4711.jpg', PHOTO)]
  return { folder, connect, photo: { receiver: RECEIVER, files, before: null } }
}

test('a connection cut at 50 % leaves no half photo, and the next try is whole', async () => {
  const printed = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  const { folder, connect, photo } = await open({ cutAfter: PHOTO.length / 2 })
  const destination = await connect()
  await expect(destination.put(photo, signal)).rejects.toMatchObject({
    ...{ code: 'unreachable', isOfOnePerson: false },
  })
  expect(readdirSync(folder).filter(name => !name.endsWith('.part'))).toEqual([])
  await destination.close()
  const again = await connect()
  expect(await again.has(photo, signal)).toBe('no')
  await again.put(photo, signal)
  expect(readFileSync(join(folder, '4711.jpg'))).toEqual(PHOTO)
  await again.close()
  // A desk of another test in this process may still log missed events.
  const said = printed.flatMap(({ mock }) => mock.calls.flat().map(String))
  expect(said.filter(line => !line.includes('"event":"desk_news'))).toEqual([])
})

test('a server that silently stores half of a file is detected', async () => {
  const { folder, connect, photo } = await open({ forgetAfter: PHOTO.length / 2 })
  const destination = await connect()
  await expect(destination.put(photo, signal)).rejects.toMatchObject({ code: 'full' })
  expect(readdirSync(folder)).toEqual([])
  await destination.close()
})

test('a server without posix-rename replaces the old photo all the same', async () => {
  const { folder, connect, photo } = await open({})
  const destination = await connect()
  await destination.put(photo, signal)
  const newer = { ...photo, files: [deliveryFile('4711.jpg', 'newer')] }
  await destination.put(newer, signal)
  expect(readFileSync(join(folder, '4711.jpg'), 'utf8')).toBe('newer')
  expect(readdirSync(folder)).toEqual(['4711.jpg'])
  await destination.close()
})

test('a file longer than its announced size is not read to its end, and is not ours', async () => {
  const { folder, connect, photo } = await open({ endless: true })
  const destination = await connect()
  const receipt = await destination.put(photo, signal)
  expect(await destination.has(photo, signal)).toBe('no')
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(readdirSync(folder)).toEqual(['4711.jpg'])
  await destination.close()
})

test('an endless listing is aborted, and the connection stays usable', async () => {
  const faults: Faults = { endlessFolder: true }
  const { folder, connect, photo } = await open(faults)
  for (let number = 0; number < 1_000; number += 1) writeFileSync(join(folder, `${number}`), '')
  const destination = await connect()
  await expect(destination.findTaken?.(['4711.jpg'], signal)).rejects.toMatchObject({ code: 'broken' })
  faults.endlessFolder = false
  expect(await destination.findTaken?.(['7', '4711.jpg'], signal)).toEqual(new Set(['7']))
  await destination.put(photo, signal)
  await destination.close()
})

test('a server that refuses a rename keeps the old file', async () => {
  const { folder, connect, photo } = await open({})
  writeFileSync(join(folder, '4711.jpg'), 'before')
  // OpenSSH, which supports `posix-rename`, refuses it like this.
  vi.spyOn(SftpClient.prototype, 'posixRename').mockRejectedValue(new Error('Permission denied'))
  const destination = await connect()
  await expect(destination.put(photo, signal)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(readFileSync(join(folder, '4711.jpg'), 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['4711.jpg'])
  await destination.close()
})

test('a slow server gets enough time', async () => {
  const { folder, connect, photo } = await open({ slowMs: 20 })
  const destination = await connect()
  await destination.put(photo, signal)
  expect(readFileSync(join(folder, '4711.jpg'))).toEqual(PHOTO)
  await destination.close()
})

test('a silent server is left after two minutes, or at once on cancellation', async () => {
  const asked = Promise.withResolvers<void>()
  const { connect, photo } = await open({ silent: asked.resolve })
  const destination = await connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const put = destination.put(photo, signal)
  const late = expect(put).rejects.toMatchObject({ code: 'unreachable' })
  await asked.promise
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  await late
  vi.useRealTimers()
  const cancellation = new AbortController()
  const waiting = (await connect()).put(photo, cancellation.signal)
  const left = expect(waiting).rejects.toThrow()
  cancellation.abort()
  await left
})

test('cancelling leaves a server at once that falls silent after the login', async () => {
  const asked = Promise.withResolvers<void>()
  const { connect } = await open({ mute: asked.resolve })
  const cancellation = new AbortController()
  const opening = expect(connect(cancellation)).rejects.toMatchObject({ code: 'unreachable' })
  await asked.promise
  cancellation.abort()
  await opening
})

test('closing does not wait for a server that has fallen silent', async () => {
  const { connect } = await open({})
  const destination = await connect()
  vi.spyOn(SftpClient.prototype, 'end').mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const left = destination.close()
  await vi.advanceTimersByTimeAsync(5_000)
  await left
  vi.useRealTimers()
})

test('a keyboard-interactive server gets the password, and a wrong one is refused', async () => {
  const right = await open({ asksFor: 'anything' })
  const destination = await right.connect()
  await destination.put(right.photo, signal)
  expect(readFileSync(join(right.folder, '4711.jpg'))).toEqual(PHOTO)
  await destination.close()
  const wrong = await open({ asksFor: 'something else' })
  await expect(wrong.connect()).rejects.toMatchObject({ code: 'sign_in_refused' })
})
