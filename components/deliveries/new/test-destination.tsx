'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/address/paths.ts'
import { type DestinationTest, destinationTestResponse } from '#lib/deliveries/contract.ts'
import type { DestinationSecrets, DestinationSettings } from '#lib/deliveries/destinations/settings.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'

type TestInput = { destination: DestinationSettings; secrets: DestinationSecrets }

const CODES = [
  'folder',
  'directory',
  'directory_entry',
  'microsoft',
  'microsoft_account',
  'microsoft_source',
  'microsoft_source_unknown',
  'command',
] as const

/** Tests the destination before the delivery is created: writes, reads back and removes one harmless item. */
export function TestDestination({ input }: { input: () => TestInput | null }) {
  const t = useTranslations('deliveries')
  const sentence = useErrorSentence()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async (body: TestInput) =>
      (await deskRequest(paths.api.testDestination(), destinationTestResponse, { method: 'POST', body }))
        .data,
  })

  function test() {
    const body = input()
    if (body) mutate(body)
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button busy={isPending} onClick={test}>
        {isPending ? t('form.testing') : t('form.test')}
      </Button>
      {error && (
        <Alert tone="danger" live>
          {sentence(error)}
        </Alert>
      )}
      {data && !isPending && (
        <Alert tone={data.error ? 'danger' : 'positive'} live>
          {data.error ? t(`errors.${data.error}`) : data.findings.map(toSentence).join(' ')}
        </Alert>
      )}
    </div>
  )

  function toSentence({ code, values = {} }: DestinationTest['findings'][number]): string {
    const known = CODES.find(one => one === code)
    // Values that a sentence does not contain are ignored.
    const all = { where: '', count: 0, base: '', dn: '', attribute: '', account: '', source: '', command: '' }
    return known ? t(`tests.${known}`, { ...all, ...values }) : code
  }
}
