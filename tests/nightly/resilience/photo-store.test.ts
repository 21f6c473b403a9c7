import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ChaosDesk, SMALL, startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PERSON = 1001
const SMALL_PHOTO = { employeeId: PERSON, variant: 'standard', size: SMALL } as const
/** A rate at which an unread and uncancelled body would still be open. */
const SLOW = { path: '/employees/*/photo', answer: { kind: 'drip', bytesPerSecond: 200 } } as const

const callsOf = async (desk: ChaosDesk) =>
  (await desk.journal()).filter(({ path }) => path.includes('/photo')).length

afterEach(() => void vi.doUnmock('node:fs/promises'))

/** Makes the disk full. */
function fillDisk(): void {
  vi.doMock('node:fs/promises', async importOriginal => {
    const fs = await importOriginal<typeof import('node:fs/promises')>()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const open: typeof fs.open = async (...args) => {
      const file = await fs.open(...args)
      file.writeFile = () => Promise.reject(full)
      return file
    }
    return { ...fs, open, writeFile: () => Promise.reject(full) }
  })
}

function folderBelowAFile(): string {
  const file = join(createTempFolder(), 'file')
  writeFileSync(file, '')
  return join(file, 'data')
}

describe('a store that cannot write', () => {
  test('a full disk fails the photo with an error, and leaves no partial file and no open call', async () => {
    fillDisk()
    const desk = await startChaosDesk()
    await desk.fault(SLOW)
    const failure = await desk.getPhoto(desk.client, SMALL_PHOTO, {}).catch(desk.toDeskError)
    expect(failure).toMatchObject({ code: 'internal' })
    expect(desk.storedFiles()).toEqual([])
    await until('no call is open', async () => (await desk.journal()).every(({ open }) => !open))
  })

  test('a folder that cannot be created fails the photo with an error, and leaves no open call', async () => {
    const desk = await startChaosDesk({ DATA_DIR: folderBelowAFile() })
    await desk.fault(SLOW)
    const failure = await desk.getPhoto(desk.client, SMALL_PHOTO, {}).catch(desk.toDeskError)
    expect(failure).toMatchObject({ code: 'internal' })
    await until('no call is open', async () => (await desk.journal()).every(({ open }) => !open))
  })

  test('a store that cannot write does not stop a list, a person or a change', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const desk = await startChaosDesk({ DATA_DIR: folderBelowAFile() })
    await desk.listEmployees(desk.client, 102, {})
    await desk.getEmployee(desk.client, PERSON)
    await desk.updateEmployee(desk.client, PERSON, { last_name: 'Groß' })
    await desk.deleteEmployee(desk.client, PERSON)
    expect((await desk.ask(`/employees/${PERSON}`)).status).toBe(404)
    expect(errors.mock.calls.join()).toContain('photos_not_removed')
  })
})

const DAMAGES: Record<string, (path: string) => void> = {
  'one wrong byte': path => {
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(path, bytes)
  },
  'a missing end': path => truncateSync(path, readFileSync(path).length - 10),
  'nothing in it': path => truncateSync(path, 0),
}

describe.each(Object.entries(DAMAGES))('a stored photo with %s', (_, damage) => {
  test('a stored photo with wrong bytes is fetched again, once, and never served', async () => {
    const desk = await startChaosDesk()
    const { path } = await desk.getPhoto(desk.client, SMALL_PHOTO, {})
    const whole = readFileSync(path)
    damage(path)
    const again = await desk.getPhoto(desk.client, SMALL_PHOTO, {})
    expect(readFileSync(again.path).equals(whole)).toBe(true)
    expect(await callsOf(desk)).toBe(2)
    expect(desk.storedFiles()).toHaveLength(1)
  })

  test('a stored photo with wrong bytes is an error while the service is down, and is deleted', async () => {
    const desk = await startChaosDesk()
    const { path } = await desk.getPhoto(desk.client, SMALL_PHOTO, {})
    damage(path)
    await desk.stop()
    await expect(desk.getPhoto(desk.client, SMALL_PHOTO, {})).rejects.toMatchObject({
      code: 'service_unreachable',
    })
    expect(desk.storedFiles()).toEqual([])
  })
})
