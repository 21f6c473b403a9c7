import { expect, test } from 'vitest'
import { isComposing } from '#components/ui/browser/is-composing.ts'

test('a key of an input method is recognised, even in Safari, where the last one comes late', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})
