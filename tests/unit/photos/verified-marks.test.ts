import { readFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetMark, isMarkedVerified, keepMark, markVerified } from '#lib/photo-store/verified-marks.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const LONG_AGO = new Date('2026-11-01T00:00:00Z')

let path: string
beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'portraitDesk')
  path = join(createTempFolder(), 'photo.jpg')
  writeFileSync(path, 'photo')
  utimesSync(path, LONG_AGO, LONG_AGO)
})

describe('a verified file', () => {
  test('a verified file is trusted until it is changed', async () => {
    expect(await isMarkedVerified(path)).toBe(false)
    await markVerified(path)
    expect(await isMarkedVerified(path)).toBe(true)
  })

  test.each([
    ['is written', () => writeFileSync(path, 'PHOTO')],
    ['is cut', () => truncateSync(path, 2)],
    [
      'is replaced by an equal one',
      () => {
        writeFileSync(`${path}.new`, readFileSync(path))
        utimesSync(`${path}.new`, LONG_AGO, LONG_AGO)
        renameSync(`${path}.new`, path)
      },
    ],
    ['moves away', () => renameSync(path, `${path}.old`)],
    ['is found wrong by somebody', () => forgetMark(path)],
  ])('a verified file is no longer trusted when it %s', async (_, change) => {
    await markVerified(path)
    change()
    expect(await isMarkedVerified(path)).toBe(false)
  })

  test('a verified file is read again after an hour, whatever the desk did to its times', async () => {
    stopClock()
    await markVerified(path)
    await passMs(59 * 60_000)
    await keepMark(path, async () => utimesSync(path, new Date(), new Date()))
    expect(await isMarkedVerified(path)).toBe(true)
    await passMs(2 * 60_000)
    expect(await isMarkedVerified(path)).toBe(false)
  })
})

test('the use of an unread file does not make it trusted', async () => {
  await keepMark(path, async () => utimesSync(path, new Date(), new Date()))
  expect(await isMarkedVerified(path)).toBe(false)
})
