import { beforeEach, expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

beforeEach(() => void applySettings())

const open = () => import('#lib/photo-store/photo-pins.ts')

test('a photo is kept until the last who needs it lets go', async () => {
  const { pinPhoto, isPinned } = await open()
  const [one, other] = [pinPhoto('a'), pinPhoto('a')]
  one()
  expect([isPinned('a'), isPinned('b')]).toEqual([true, false])
  other()
  expect(isPinned('a')).toBe(false)
})

test('letting go twice does not take the photo away from another', async () => {
  const { pinPhoto, isPinned } = await open()
  const one = pinPhoto('a')
  pinPhoto('a')
  one()
  one()
  expect(isPinned('a')).toBe(true)
})
