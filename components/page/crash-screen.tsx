'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { isLostCode, untilDeskAnswers } from '#components/ui/browser/load-with-retry.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { getErrorReference } from '#lib/error-reference.ts'
import { NoConnection } from './no-connection.tsx'
import { toStoredName } from './stored.ts'

/**
 * Screen for unexpected errors: it says that nothing is lost, and offers two ways to continue. The link is a plain
 * one, because a crashed page should load completely again.
 */
export function CrashScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('app')
  const reference = getErrorReference(error)
  const [lost] = useState(() => isLostCode(error) && isFirstLoss())
  if (lost) return <LostCode />
  return (
    <main id="content" className="grid grow place-content-center">
      <EmptyState
        level="h1"
        title={t('failed.crashTitle')}
        mark={<Icon of={AlertIcon} className="size-5" />}
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
        <LiveText>{t('failed.crash')}</LiveText>
        {reference && (
          <p className="mt-2 text-sm">
            {t('failed.reference')} <code className="select-all">{reference}</code>
          </p>
        )}
      </EmptyState>
    </main>
  )
}

const RELOADED_KEY = toStoredName('code-lost-at')
/** A second failure this soon is not caused by the network, and a page must not reload forever. */
const ONCE_MS = 30_000

function isFirstLoss(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) > ONCE_MS
  } catch {
    return false
  }
}

async function loadAnew(): Promise<void> {
  await untilDeskAnswers()
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  window.location.reload()
}

/**
 * Shown when a part of the page's code could not be loaded: the network was down. The page reloads when the desk
 * answers.
 */
function LostCode() {
  useEffect(() => void loadAnew(), [])
  return (
    <main id="content" className="grid grow place-content-center">
      <NoConnection level="h1" />
    </main>
  )
}
