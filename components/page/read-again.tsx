'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { useBusy } from '#components/ui/browser/use-busy.ts'
import { Button } from '#components/ui/button.tsx'
import { useErrorSentence } from './use-error-sentence.ts'

type ReadAgainProps = {
  of: { error: Error | null; refetch: () => Promise<unknown> }
  className?: string
  /** Replaces the error's own sentence. */
  children?: ReactNode
}

/** Shown above the last known data (`toShown`), or in its place: the read failed, with a button to try again. */
export function ReadAgain({ of: { error, refetch }, className, children }: ReadAgainProps) {
  const t = useTranslations('app')
  const sentence = useErrorSentence()
  const { busy, start } = useBusy(() => refetch())
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  // Without earlier data the error clears during a retry, but the pressed button must stay.
  const shown = error ?? (busy ? last : null)
  return (
    shown && (
      <Alert
        tone="danger"
        live
        {...(className && { className })}
        action={
          <Button size="small" busy={busy} onClick={() => void start()}>
            {t('tryAgain')}
          </Button>
        }
      >
        {children ?? sentence(shown)}
      </Alert>
    )
  )
}
