'use client'

import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field/field.tsx'
import { Input, Textarea } from '#components/ui/field/input.tsx'
import type { DestinationKind, DestinationSecrets } from '#lib/deliveries/destinations/settings.ts'

type SecretFieldsProps = {
  kind: DestinationKind
  value: DestinationSecrets
  onChange: (secrets: DestinationSecrets) => void
  hint?: string
}

/** Credentials of the desk at a destination. They are never shown again, not even to the user who typed them. */
export function SecretFields({ kind, value, onChange, hint }: SecretFieldsProps) {
  const t = useTranslations('deliveries.form')
  if (kind === 'folder' || kind === 'command') return null
  const isMicrosoft = kind === 'microsoft-365'
  const name = isMicrosoft ? 'client_secret' : 'password'
  const label = isMicrosoft ? t('clientSecret') : kind === 'sftp' ? t('passphrase') : t('password')
  return (
    <>
      <Field label={label} hint={hint ?? (isMicrosoft ? t('permissionHint') : undefined)}>
        {control => (
          <Input
            type="password"
            autoComplete="new-password"
            value={value[name] ?? ''}
            onChange={event => onChange({ ...value, [name]: event.target.value })}
            {...control}
          />
        )}
      </Field>
      {kind === 'sftp' && (
        <Field label={t('privateKey')} hint={t('privateKeyHint')}>
          {control => (
            <Textarea
              autoComplete="off"
              spellCheck={false}
              className="field-sizing-content max-h-48 min-h-18 resize-y px-3 py-2 font-mono text-sm"
              value={value.private_key ?? ''}
              onChange={event => onChange({ ...value, private_key: event.target.value })}
              {...control}
            />
          )}
        </Field>
      )}
    </>
  )
}
