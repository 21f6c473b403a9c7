'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { useRecovery } from '#components/page/use-recovery.ts'
import { Button } from '#components/ui/button.tsx'
import type { ErrorCode } from '#lib/errors.ts'

/** Button on the connection page that checks the service again; also automatic for temporary problems. */
export function LookAgain({ code }: { code: ErrorCode }) {
  const t = useTranslations('app')
  const router = useRouter()
  const [looking, startLooking] = useTransition()
  const retry = () => startLooking(() => router.refresh())
  const seconds = useRecovery({ failure: { code }, retry, retrying: looking })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button busy={looking} onClick={retry}>
        {t('tryAgain')}
      </Button>
      {seconds !== null && (
        <p className="text-muted text-sm tabular-nums">
          {looking ? t('failed.trying') : t('failed.nextTry', { seconds })}
        </p>
      )}
    </div>
  )
}
