'use client'

import { announce } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { Example } from './example.tsx'

export function ToastPart() {
  return (
    <Example title="Toast: plain, saved, with undo, urgent; and words only for screen readers">
      <Button onClick={() => toast({ title: '12 e-mail addresses copied' })}>Plain</Button>
      <Button onClick={() => toast({ title: 'Saved', tone: 'positive' })}>Saved</Button>
      <Button
        onClick={() =>
          toast({
            title: 'Language changed for 12 people',
            text: 'German became English.',
            tone: 'positive',
            action: { label: 'Undo', onPress: () => toast({ title: 'Undone' }) },
          })
        }
      >
        With undo
      </Button>
      <Button
        onClick={() =>
          toast({
            title: '3 of 12 were not changed',
            text: 'The service did not answer in time.',
            tone: 'danger',
            urgent: true,
          })
        }
      >
        Urgent
      </Button>
      <Button onClick={() => announce('Twelve people selected')}>Say only</Button>
    </Example>
  )
}
