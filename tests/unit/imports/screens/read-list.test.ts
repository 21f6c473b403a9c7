import { expect, test, vi } from 'vitest'
import { readList } from '#components/imports/file/read-list.ts'
import { readTable } from '#lib/imports/read/read-table.ts'

const LIST = { projectId: 1, fileName: 'a.csv', bytes: new TextEncoder().encode('a;b\n1;2\n'), overrides: {} }

test('a list cancelled while its file is read is not unpacked', async () => {
  const controller = new AbortController()
  const file = Promise.withResolvers<typeof LIST>()
  const read = vi.fn(() => readTable(LIST.bytes))
  const reading = readList(() => file.promise, controller.signal, read)
  controller.abort()
  file.resolve(LIST)
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(read).not.toHaveBeenCalled()
})

test('a list replaced while it is unpacked does not become the current one', async () => {
  const controller = new AbortController()
  const read = async () => {
    controller.abort()
    return readTable(LIST.bytes)
  }
  await expect(readList(() => LIST, controller.signal, read)).rejects.toMatchObject({ name: 'AbortError' })
})
