import { expect, test } from 'vitest'
import { closeToast, takeToasts, toast } from '#components/ui/toast/toast.ts'

const action = { label: 'Undo', onPress() {} }

test('whoever offers to undo, there is one such offer: the newest', () => {
  const cell = toast({ title: 'A name', action, undoes: true })
  toast({ title: 'Something else', action })
  takeToasts()
  const many = toast({ title: 'The language of many', action, undoes: true })
  expect(takeToasts()).toMatchObject({ messages: [{ id: many }], closing: [cell] })
  closeToast(many)
  takeToasts()
  toast({ title: 'Another name', action, undoes: true })
  expect(takeToasts().closing).toEqual([])
})
