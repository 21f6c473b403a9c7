'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import { testMailResponse } from '#lib/deliveries/contract.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'

/** Tests whether mails about deliveries arrive: sends one to the user. */
export function TestMail() {
  const t = useTranslations('deliveries.mailTest')
  const sentence = useErrorSentence()
  const hydrated = useHydrated()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () =>
      (await deskRequest(paths.api.testMail(), testMailResponse, { method: 'POST' })).data,
  })
  return (
    <Panel>
      <section aria-labelledby="mail" className="grid justify-items-start gap-3 px-4 py-4">
        <h2 id="mail" className="text-lg">
          {t('title')}
        </h2>
        <p className="max-w-2xl text-muted text-sm">{t('text')}</p>
        <Button busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
          {t('send')}
        </Button>
        {error && (
          <Alert tone="danger" live>
            {sentence(error)}
          </Alert>
        )}
        {data && (
          <Alert tone={data.trouble === null ? 'positive' : 'warning'} live>
            {data.trouble === null ? t('sent') : t(`troubles.${data.trouble}`)}
          </Alert>
        )}
      </section>
    </Panel>
  )
}
