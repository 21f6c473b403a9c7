'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod/mini'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { newPasswordSchema, setupInputSchema, signedInResponse } from '#lib/contracts/accounts.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { FormNotice, usePause } from './form-notice.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const schemas = {
  setup: z.pick(setupInputSchema, { email: true, password: true }),
  invitation: z.object({ email: z.string(), password: newPasswordSchema }),
}
const goesOn = { setup: paths.connect(), invitation: paths.projects() }

type LinkFormProps = {
  kind: 'setup' | 'invitation'
  token: string
  /** E-mail of the invited account, if the desk returned it. */
  account: string | undefined
  onGone: () => void
}
type Answers = { email: string; password: string }

/** Form of a link that works once: sets a first password, and for the first administrator an e-mail. */
export function LinkForm({ kind, token, account, onGone }: LinkFormProps) {
  const t = useTranslations()
  const hydrated = useHydrated()
  const { pause, waiting, begin } = usePause()
  const form = useForm<Answers>({
    resolver: zodResolver(schemas[kind]),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const busy = isSubmitting || isSubmitSuccessful

  async function submit({ email, password }: Answers) {
    const body = kind === 'setup' ? { token, email, password } : { token, password }
    try {
      await deskRequest(paths.api[kind](), signedInResponse, { method: 'POST', body })
      window.location.assign(toAddress(goesOn[kind]))
    } catch (thrown) {
      explain(toDeskError(thrown))
    }
  }

  function explain({ code, errors: reasons, retryAfterSeconds }: DeskError) {
    if (code === 'token_invalid') return onGone()
    if (code === 'sign_in_throttled' && retryAfterSeconds) begin(retryAfterSeconds)
    if (reasons?.email) form.setError('email', { message: 'email' }, { shouldFocus: true })
    const [problem] = reasons?.password ?? []
    if (problem) form.setError('password', { message: problem }, { shouldFocus: true })
    else form.setError('root', { message: t(`errors.${code}`) })
  }

  return (
    <form
      noValidate
      method="post"
      onSubmit={event => (waiting ? event.preventDefault() : form.handleSubmit(submit)(event))}
      className="grid gap-4"
    >
      <p className="text-muted">{t(`${kind}.text`)}</p>
      <FormNotice pause={pause} problem={errors.root?.message} />
      {kind === 'setup' && (
        <Field required label={t('signIn.email')} error={errors.email && t('signIn.reasons.email')}>
          {control => <Input type="email" autoComplete="username" {...control} {...form.register('email')} />}
        </Field>
      )}
      {account && (
        <Field label={t('signIn.email')}>
          {control => <Input readOnly autoComplete="username" value={account} {...control} />}
        </Field>
      )}
      <NewPasswordField
        label={t('passwords.create')}
        problem={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" busy={busy} disabled={!hydrated} className="mt-1 w-full">
        {busy ? t(`${kind}.submitting`) : t(`${kind}.submit`)}
      </Button>
    </form>
  )
}
