'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod/mini'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { paths } from '#lib/address/paths.ts'
import {
  CONNECTION_SCOPES,
  type Connection,
  connectionInputSchema,
  connectionResponse,
} from '#lib/contracts/session.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'

type ConnectFormProps = {
  onConnected: (connection: Connection) => void
  /** Called when the user starts to type a key: from now on the form stays, whatever happens to the old key. */
  onTyped: () => void
  /** Button next to the form's own: returns to the existing key. */
  secondary?: ReactNode
}

const keySchema = z.pick(connectionInputSchema, { key: true })

export function ConnectForm({ onConnected, onTyped, secondary }: ConnectFormProps) {
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const hydrated = useHydrated()
  const [scope, setScope] = useState<(typeof CONNECTION_SCOPES)[number]>('everybody')
  const form = useForm({ resolver: zodResolver(keySchema), defaultValues: { key: '' } })
  const { errors, isSubmitting } = form.formState

  async function submit({ key }: { key: string }) {
    const body = { key, scope }
    try {
      const { data } = await deskRequest(paths.api.connection(), connectionResponse, { method: 'PUT', body })
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
      <Field required label={t('key')} error={reason()}>
        {control => (
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            readOnly={isSubmitting}
            {...control}
            {...form.register('key', { onChange: onTyped })}
          />
        )}
      </Field>
      <RadioCards
        legend={t('scope.legend')}
        cards={CONNECTION_SCOPES.map(value => ({
          value,
          label: t(`scope.${value}`),
          hint: t(`scope.${value}Hint`),
          disabled: isSubmitting,
        }))}
        value={scope}
        onChange={setScope}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSubmitting} disabled={!hydrated}>
          {isSubmitting ? t('submitting') : t('submit')}
        </Button>
        {secondary}
      </div>
    </form>
  )
}
