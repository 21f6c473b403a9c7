import { expect, test } from 'vitest'
import { closeToast, takeToasts, toast } from '#components/ui/toast/toast.ts'

const action = { label: 'Undo', onPress() {} }

test('only the newest message about a change is shown, with its offer to undo', () => {
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
