'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'

type SendButtonProps = { create: number; update: number; busy: boolean; onSend: () => void }

/** Says the number that it acts on. */
export function SendButton({ create, update, busy, onSend }: SendButtonProps) {
  const t = useTranslations('imports.check.send')
  const nothing = create + update === 0
  return (
    <Button variant="primary" busy={busy} disabled={nothing} onClick={onSend}>
      {busy
        ? t('sending')
        : nothing
          ? t('nothing')
          : create === 0
            ? t('update', { update })
            : update === 0
              ? t('create', { create })
              : t('both', { create, update })}
    </Button>
  )
}
