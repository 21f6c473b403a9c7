'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { openHelp, setHelpOpen, useHelpOpen } from '#components/page/help-state.ts'
import { useSingleKey, useSingleKeys } from '#components/page/single-keys.ts'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Icon } from '#components/ui/icon.ts'
import { HelpIcon } from '#components/ui/icons.ts'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

const HelpContent = lazy(loadWithRetry(() => import('./help-content.tsx')))

/** Opens the help, as does the key `?` outside of fields; its code loads on first use. */
export function HelpButton() {
  const t = useTranslations('help')
  const open = useHelpOpen()

  useSingleKey('?', openHelp)

  return (
    <>
      <IconButton
        small
        label={t('open')}
        aria-haspopup="dialog"
        aria-keyshortcuts={useSingleKeys() ? '?' : undefined}
        className="size-8 max-lg:hidden"
        onClick={openHelp}
      >
        <Icon of={HelpIcon} />
      </IconButton>
      <Dialog open={open} onOpenChange={setHelpOpen} title={t('title')} size="large">
        <Suspense fallback={<Skeleton className="m-5 h-86" />}>
          <HelpContent />
        </Suspense>
      </Dialog>
    </>
  )
}
