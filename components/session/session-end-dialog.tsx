'use client'

import { useTranslations } from 'use-intl/react'
import { useSignedInAgain } from '#components/page/session-state.ts'
import { useCurrentPath } from '#components/page/use-current-path.ts'
import { announce } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { SessionEnd } from './use-session-end.ts'

const MINUTE_MS = 60_000

type SessionEndDialogProps = {
  open: boolean
  end: SessionEnd
  stay: () => void
  look: () => void
  close: () => void
}

/** Before the end: "stay signed in". After it: a link to sign in in another tab, so that typed values stay here. */
export default function SessionEndDialog({ open, end, stay, look, close }: SessionEndDialogProps) {
  const t = useTranslations('app.sessionEnd')
  const here = useCurrentPath()
  const { kind } = end
  useSignedInAgain(() => announce(t('again')))
  const minutes = end.kind === 'over' ? 0 : Math.max(1, Math.round(end.ms / MINUTE_MS))
  return (
    <Dialog
      open={open}
      onOpenChange={() => (kind === 'idle' ? stay() : close())}
      title={t(`${kind}.title`)}
      description={t(`${kind}.text`, { minutes })}
      footer={
        kind === 'idle' ? (
          <Button data-first-focus variant="primary" onClick={stay}>
            {t('stay')}
          </Button>
        ) : kind === 'limit' ? (
          <Button data-first-focus variant="primary" onClick={close}>
            {t('understood')}
          </Button>
        ) : (
          <>
            <Button onClick={look}>{t('look')}</Button>
            <a
              data-first-focus
              href={toAddress(paths.signIn(here))}
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: 'primary' })}
            >
              {t('signIn')}
            </a>
          </>
        )
      }
    />
  )
}
