'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSingleKeys } from '#components/page/single-keys.ts'
import { Switch } from '#components/ui/field/switch.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'

/** Switch for the keys `/` and `?` in this browser. */
export function SingleKeysSwitch() {
  const t = useTranslations('account.keys')
  const sentence = useTranslations('errors')
  const router = useRouter()
  const [, startSaving] = useTransition()
  const [on, show] = useOptimistic(useSingleKeys())

  function choose(chosen: boolean) {
    startSaving(async () => {
      show(chosen)
      try {
        const body = { single_keys: chosen ? 'on' : 'off' }
        await deskCommand(paths.api.preferences(), { method: 'PUT', body })
        startSaving(() => router.refresh())
      } catch (thrown) {
        toast({ tone: 'danger', title: sentence(toDeskError(thrown).code) })
      }
    })
  }

  return (
    <Switch
      className="mt-1"
      label={t('label')}
      hint={t('hint')}
      checked={on}
      onChange={event => choose(event.target.checked)}
    />
  )
}
