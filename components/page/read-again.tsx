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
  /** Instead of the error's own sentence. */
  children?: ReactNode
}

/** Above what was read before (`toShown`), or in its place: that it cannot be read just now, and the way to try again. */
export function ReadAgain({ of: { error, refetch }, className, children }: ReadAgainProps) {
  const t = useTranslations('app')
  const sentence = useErrorSentence()
  const { busy, start } = useBusy(() => refetch())
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  // Where nothing was read before there is no error while it is tried again, but the pressed button stays.
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
