'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'

/** Asks an administrator whether a service or key that looks like another account's is the company's own. */
export function OtherSourcePanel() {
  const t = useTranslations('connect.otherSource')
  const router = useRouter()
  const [state, setState] = useState<'open' | 'busy' | 'failed'>('open')

  async function accept() {
    setState('busy')
    try {
      await deskCommand(paths.api.connectionSource(), { method: 'POST' })
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <Alert tone="warning" title={t('title')} className="mb-5">
      <p>{t('text')}</p>
      <p className="mt-2">{t('otherwise')}</p>
      {state === 'failed' && <p className="mt-2">{t('failed')}</p>}
      <Button className="mt-3" busy={state === 'busy'} onClick={() => void accept()}>
        {t('accept')}
      </Button>
    </Alert>
  )
}
