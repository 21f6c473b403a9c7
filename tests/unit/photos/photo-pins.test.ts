import { beforeEach, expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

beforeEach(() => void applySettings())

const open = () => import('#lib/photo-store/photo-pins.ts')

test('a photo is kept until its last pin is released', async () => {
  const { pinPhoto, isPinned } = await open()
  const [one, other] = [pinPhoto('a'), pinPhoto('a')]
  one()
  expect([isPinned('a'), isPinned('b')]).toEqual([true, false])
  other()
  expect(isPinned('a')).toBe(false)
})

test('releasing a pin twice does not release another one', async () => {
  const { pinPhoto, isPinned } = await open()
  const one = pinPhoto('a')
  pinPhoto('a')
  one()
  one()
  expect(isPinned('a')).toBe(true)
})
