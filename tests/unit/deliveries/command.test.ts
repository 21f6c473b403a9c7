import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '4711', email: 'anna@example.com' }

/** Opens a destination with an operator's program, and a folder into which the program copies its input. */
async function open(program: string) {
  const [commands, out] = [createTempFolder(), createTempFolder()]
  const path = join(commands, 'push.sh')
  writeFileSync(path, `#!/bin/sh\nOUT=${out}\n${program}\n`)
  chmodSync(path, 0o755)
  applySettings({ DELIVERY_COMMAND_DIR: commands, PORTRAIT_API_KEY: 'a-key-that-no-program-sees' })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const connect = (command = 'push.sh') => openDestination({ kind: 'command', command }, {}, { signal })
  return { out, connect }
}

test('the program gets the files and their owner, in a folder that is deleted afterwards', async () => {
  const { out, connect } = await open('cp -r "$1/." $OUT; pwd > $OUT/pwd; env > $OUT/env')
  const destination = await connect()
  const files = [deliveryFile('intern/4711.jpg', 'portrait')]
  const receipt = await destination.put({ receiver: RECEIVER, files, before: null }, signal)
  expect(receipt.places).toEqual(['intern/4711.jpg'])
  expect(readFileSync(join(out, 'intern/4711.jpg'), 'utf8')).toBe('portrait')
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toEqual({
    action: 'put',
    receiver: RECEIVER,
    files: receipt.places,
  })
  expect(existsSync(readFileSync(join(out, 'pwd'), 'utf8').trim())).toBe(false)
  expect(readFileSync(join(out, 'env'), 'utf8')).not.toMatch(/a-key-that|APP_SECRET|DATA_DIR/)
  await destination.remove(receipt, signal)
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toEqual({
    action: 'remove',
    files: receipt.places,
  })
})

test.each([
  ['exit 75', { code: 'unreachable', isOfOnePerson: false }],
  [
    'echo "no such badge" >&2; exit 3',
    { code: 'refused', message: expect.stringContaining('no such badge') },
  ],
  ['yes | head -c 1000000 >&2; exit 1', { code: 'refused' }],
  ['sleep 300 & echo gone >&2; exit 1', { code: 'refused', message: expect.stringContaining('gone') }],
])('the result of "%s" becomes the matching error', async (program, error) => {
  const { connect } = await open(program)
  const destination = await connect()
  const put = destination.put(
    { receiver: RECEIVER, files: [deliveryFile('a.jpg', 'a')], before: null },
    signal,
  )
  await expect(put).rejects.toMatchObject(error)
})

test('an old folder of a killed run is deleted by the next run, and a failure is logged', async () => {
  const { connect } = await open('echo "no such badge" >&2; exit 3')
  const [old, young] = ['old', 'new'].map(name =>
    mkdtempSync(join(tmpdir(), `portrait-desk-command-${name}-`)),
  )
  onTestFinished(() => rmSync(young ?? '', { recursive: true }))
  writeFileSync(join(old ?? '', '4711.jpg'), 'portrait')
  const yesterday = Date.now() / 1000 - 24 * 60 * 60
  utimesSync(old ?? '', yesterday, yesterday)
  const destination = await connect()
  expect([existsSync(old ?? ''), existsSync(young ?? '')]).toEqual([false, true])
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const photo = { receiver: RECEIVER, files: [deliveryFile('a.jpg', 'a')], before: null }
  await expect(destination.put(photo, signal)).rejects.toThrow()
  expect(printed.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { event: 'delivery_command_failed', command: 'push.sh', action: 'put', code: 3, said: 'no such badge' },
  ])
})

test('a program that is missing, or whose name leads elsewhere, is refused', async () => {
  const { connect } = await open('exit 0')
  await expect(connect('other.sh')).rejects.toMatchObject({ code: 'no_such_place' })
  const { destinationSettingsSchema } = await import('#lib/deliveries/destinations/settings.ts')
  for (const command of ['../push.sh', '/bin/sh', 'a b', ''])
    expect(destinationSettingsSchema.safeParse({ kind: 'command', command }).success).toBe(false)
})

test('no program is offered without a folder of programs', async () => {
  applySettings()
  const { offeredKinds, openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  expect(offeredKinds()).toEqual(['sftp', 'ldap', 'microsoft-365'])
  const opening = openDestination({ kind: 'command', command: 'push.sh' }, {}, { signal })
  await expect(opening).rejects.toMatchObject({ code: 'not_offered' })
})

test('a link inside an allowed folder leads nowhere else', async () => {
  const [allowed, outside] = [createTempFolder(), createTempFolder()]
  const { symlinkSync } = await import('node:fs')
  symlinkSync(outside, join(allowed, 'link'))
  mkdirSync(join(allowed, 'photos'))
  symlinkSync(outside, join(allowed, 'photos', 'inner'))
  applySettings({ DELIVERY_FOLDERS: allowed })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const openFolder = (folder: string) => openDestination({ kind: 'folder', folder }, {}, { signal })
  await expect(openFolder(join(allowed, 'link'))).rejects.toMatchObject({ code: 'not_offered' })
  await expect(openFolder(`${allowed}-beside`)).rejects.toMatchObject({ code: 'no_such_place' })
  const destination = await openFolder(join(allowed, 'photos'))
  for (const name of ['inner/a.jpg', '../a.jpg', 'x/../../a.jpg', 'portraits.csv']) {
    const files = [deliveryFile(name, 'a')]
    const put = destination.put({ receiver: RECEIVER, files, before: null }, signal)
    await expect(put, name).rejects.toMatchObject({ code: 'refused' })
  }
  expect(existsSync(join(outside, 'a.jpg'))).toBe(false)
})
