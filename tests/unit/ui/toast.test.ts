import { expect, test } from 'vitest'
import { closeToast, takeToasts, toast } from '#components/ui/toast/toast.ts'

const action = { label: 'Undo', onPress() {} }

test('of changes, one message is there at a time, with its offer to undo: the newest', () => {
  const cell = toast({ title: 'A name', action, ofChange: true })
  toast({ title: 'Something else', action })
  takeToasts()
  const begun = toast({ title: 'Begun for many', ofChange: true })
  expect(takeToasts()).toMatchObject({ messages: [{ id: begun }], closing: [cell] })
  closeToast(begun)
  takeToasts()
  toast({ title: 'Another name', action, ofChange: true })
  expect(takeToasts().closing).toEqual([])
})
