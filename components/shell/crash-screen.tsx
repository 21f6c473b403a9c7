'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AlertIcon } from '#components/ui/icons.ts'
import { paths } from '#lib/paths.ts'

/** For what nobody expected: it says that nothing is lost, and offers the two ways on. */
export function CrashScreen({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('app')
  return (
    <main id="content" className="grid grow place-content-center" role="alert">
      <EmptyState
        level="h1"
        title={t('failed.crashTitle')}
        mark={<AlertIcon className="size-5" />}
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              {t('tryAgain')}
            </Button>
            <Link href={paths.projects()} className={buttonClass()}>
              {t('backToProjects')}
            </Link>
          </>
        }
      >
        {t('failed.crash')}
      </EmptyState>
    </main>
  )
}
