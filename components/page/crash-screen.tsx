'use client'

import { useTranslations } from 'use-intl/react'
import { Said } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AlertIcon } from '#components/ui/icons.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { getErrorReference } from '#lib/error-reference.ts'

/**
 * For what nobody expected: it says that nothing is lost, and offers the two ways on. The link is a plain one, because a
 * page that has crashed is better loaded anew.
 */
export function CrashScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('app')
  const reference = getErrorReference(error)
  return (
    <main id="content" className="grid grow place-content-center">
      <EmptyState
        level="h1"
        title={t('failed.crashTitle')}
        mark={<AlertIcon className="size-5" />}
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              {t('tryAgain')}
            </Button>
            <a href={toAddress(paths.projects())} className={buttonClass()}>
              {t('backToProjects')}
            </a>
          </>
        }
      >
        <Said>{t('failed.crash')}</Said>
        {reference && (
          <p className="mt-2 text-sm">
            {t('failed.reference')} <code className="select-all">{reference}</code>
          </p>
        )}
      </EmptyState>
    </main>
  )
}
