'use client'

import { useMutation } from '@tanstack/react-query'
import type { HTMLInputTypeAttribute } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { paths } from '#lib/address/paths.ts'
import { hostKeyResponse } from '#lib/deliveries/contract.ts'
import type { DestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import {
  ACCESS_FIELDS,
  type DestinationKind,
  PHOTO_ATTRIBUTES,
} from '#lib/deliveries/destinations/settings.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'

/** Typed values, by the names of `destinationSettingsSchema`. */
export type DestinationValues = Record<string, string>

/** Names of refused fields, with the error that the destination returned, if it was tested. */
export type WrongFields = ReadonlyMap<string, DestinationErrorCode | null>

type DestinationFieldsProps = {
  kind: DestinationKind
  values: DestinationValues
  onChange: (values: DestinationValues) => void
  wrong: WrongFields
  folders: readonly string[]
  /** Shows only credentials and host key, for an existing delivery. */
  isChange?: boolean
}

/** Placeholders in the filter of a directory (`toFilter`). */
const PLACES = {
  number: '{mitarbeiternummer}',
  email: '{email}',
  example: '(employeeNumber={mitarbeiternummer})',
}

type FieldOf = {
  name: string
  label: string
  hint?: string
  type?: HTMLInputTypeAttribute
  optional?: boolean
}

/** Fields of a destination, in the terms of its kind. */
export function DestinationFields(props: DestinationFieldsProps) {
  const { kind, values, onChange, wrong, folders, isChange = false } = props
  const t = useTranslations('deliveries.form')
  const errors = useTranslations('deliveries.errors')
  const put = (name: string, value: string) => onChange({ ...values, [name]: value })

  function toField({ name, label, hint, type, optional = false }: FieldOf) {
    if (isChange && !ACCESS_FIELDS.some(field => field === name)) return null
    const said = wrong.get(name)
    const problem = said ? errors(said) : values[name] ? t('wrong') : t('required')
    return (
      <Field
        key={name}
        required={!optional}
        label={label}
        hint={hint}
        error={wrong.has(name) ? problem : undefined}
      >
        {control => (
          <Input
            type={type}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={event => put(name, event.target.value)}
            {...control}
          />
        )}
      </Field>
    )
  }

  switch (kind) {
    case 'folder':
      return toField({
        name: 'folder',
        label: t('folder'),
        hint: t('folderHint', { folders: folders.join(', ') }),
      })
    case 'command':
      return toField({ name: 'command', label: t('command'), hint: t('commandHint') })
    case 'sftp':
      return (
        <>
          {!isChange && (
            <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
              {toField({ name: 'host', label: t('host') })}
              {toField({ name: 'port', label: t('port'), type: 'number' })}
            </div>
          )}
          <HostKeyField {...props} />
          {toField({ name: 'user', label: t('user') })}
          {toField({ name: 'folder', label: t('remoteFolder') })}
        </>
      )
    case 'ldap':
      return (
        <>
          {toField({ name: 'url', label: t('url'), hint: t('urlHint') })}
          {toField({ name: 'user', label: t('bindUser') })}
          {toField({ name: 'base', label: t('base') })}
          {toField({ name: 'filter', label: t('filter'), hint: t('filterHint', PLACES) })}
          {!isChange && (
            <Field label={t('attribute')}>
              {control => (
                <Select
                  value={values.attribute}
                  onChange={event => put('attribute', event.target.value)}
                  {...control}
                >
                  {PHOTO_ATTRIBUTES.map(name => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {toField({
            name: 'referral_hosts',
            label: t('referralHosts'),
            hint: t('referralHostsHint'),
            optional: true,
          })}
          {toField({
            name: 'test_person',
            label: t('testPerson'),
            hint: t('testPersonHint'),
            optional: true,
          })}
        </>
      )
    case 'microsoft-365':
      return (
        <>
          {toField({ name: 'tenant', label: t('tenant') })}
          {toField({ name: 'client_id', label: t('clientId') })}
          {!isChange && (
            <Field label={t('match')} hint={t('matchHint')}>
              {control => (
                <Select
                  value={values.match ?? ''}
                  onChange={event => put('match', event.target.value)}
                  {...control}
                >
                  <option value="">{t('matches.sign_in_name')}</option>
                  <option value="mail">{t('matches.mail')}</option>
                </Select>
              )}
            </Field>
          )}
          {toField({
            name: 'test_person',
            label: t('testAccount'),
            hint: t('testPersonHint'),
            optional: true,
          })}
        </>
      )
  }
}

/** Host key at this address: read once, compared by the administrator, and from then on the only accepted key. */
function HostKeyField({ values, onChange, wrong }: DestinationFieldsProps) {
  const t = useTranslations('deliveries')
  const sentence = useErrorSentence()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const body = { host: values.host ?? '', port: Number(values.port) }
      return (await deskRequest(paths.api.hostKey(), hostKeyResponse, { method: 'POST', body })).data
    },
    onSuccess: ({ host_key }) => host_key && onChange({ ...values, host_key }),
  })
  const problem = error ? sentence(error) : data?.error ? t(`errors.${data.error}`) : undefined
  return (
    <div className="grid gap-2">
      <Field
        required
        label={t('form.hostKey')}
        hint={t('form.hostKeyHint')}
        error={problem ?? (wrong.has('host_key') ? t('form.required') : undefined)}
      >
        {control => (
          <span className="flex gap-2">
            <Input
              autoComplete="off"
              value={values.host_key ?? ''}
              onChange={event => onChange({ ...values, host_key: event.target.value })}
              {...control}
            />
            <Button busy={isPending} onClick={() => mutate()} className="shrink-0">
              {t('form.readHostKey')}
            </Button>
          </span>
        )}
      </Field>
      <LiveText className="sr-only">{data?.host_key ?? ''}</LiveText>
    </div>
  )
}
