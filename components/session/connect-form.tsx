'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { useHydrated } from '#components/shell/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import { type Connection, connectionAnswer, connectionInputSchema } from '#lib/session/contract.ts'

export function ConnectForm({ onConnected }: { onConnected: (connection: Connection) => void }) {
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const hydrated = useHydrated()
  const form = useForm({ resolver: zodResolver(connectionInputSchema), defaultValues: { key: '' } })
  const { errors, isSubmitting } = form.formState

  async function submit(body: { key: string }) {
    try {
      const { data } = await deskRequest(paths.api.connection(), connectionAnswer, { method: 'PUT', body })
      onConnected(data)
    } catch (thrown) {
      form.setError('key', { message: reasonOf(toDeskError(thrown)) }, { shouldFocus: true })
    }
  }

  function reasonOf({ code }: DeskError): string {
    switch (code) {
      case 'key_rejected':
      case 'no_api_access':
      case 'service_unreachable':
      case 'service_timeout':
        return t(`reasons.${code}`)
      case 'invalid':
        return t('reasons.malformed')
      default:
        return sentence(code)
    }
  }

  function reason(): string | undefined {
    if (!errors.key) return undefined
    if (errors.key.type === undefined || errors.key.type === 'custom') return errors.key.message
    return form.getValues('key').trim() === '' ? t('reasons.required') : t('reasons.malformed')
  }

  return (
    <form noValidate method="post" onSubmit={form.handleSubmit(submit)} className="grid gap-4">
      <Field label={t('key')} error={reason()}>
        {control => (
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            readOnly={isSubmitting}
            {...control}
            {...form.register('key')}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isSubmitting}
        disabled={!hydrated}
        className="justify-self-start"
      >
        {isSubmitting ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
