'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { type SignInInput, signInInputSchema } from '#lib/contracts/session.ts'
import { toDeskError } from '#lib/errors.ts'
import { FormNotice, usePause } from './form-notice.tsx'
import { PasswordInput } from './password-input.tsx'
import { signIn } from './sign-in.ts'

type SignInFormProps = {
  returnTo: string
  /** The account of practice mode, filled in. */
  filled?: SignInInput | undefined
  /** True when another way of signing in is the primary one. */
  quiet: boolean
}

export function SignInForm({ returnTo, filled, quiet }: SignInFormProps) {
  const t = useTranslations('signIn')
  const sentence = useTranslations('errors')
  const hydrated = useHydrated()
  const { pause, waiting, begin, forget } = usePause()
  const form = useForm({
    resolver: zodResolver(signInInputSchema),
    ...(filled && { defaultValues: filled }),
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const busy = isSubmitting || isSubmitSuccessful

  async function submit(input: SignInInput) {
    try {
      await signIn(input)
      window.location.assign(toAddress(returnTo))
    } catch (thrown) {
      explain(toDeskError(thrown))
    }
  }

  function explain({ code, retryAfterSeconds }: ReturnType<typeof toDeskError>) {
    if (code === 'sign_in_throttled' && retryAfterSeconds) begin(retryAfterSeconds)
    else forget()
    form.setError('root', { message: code === 'wrong_credentials' ? t('reasons.wrong') : sentence(code) })
    if (code === 'wrong_credentials') form.setFocus('password', { shouldSelect: true })
  }

  return (
    <form
      noValidate
      method="post"
      onSubmit={event => (waiting ? event.preventDefault() : form.handleSubmit(submit)(event))}
      className="grid gap-4"
    >
      <FormNotice pause={pause} problem={errors.root?.message} />
      <Field required label={t('email')} error={errors.email && t('reasons.email')}>
        {control => (
          <Input
            type="email"
            autoComplete="username"
            defaultValue={filled?.email}
            {...control}
            {...form.register('email')}
          />
        )}
      </Field>
      <Field required label={t('password')} error={errors.password && t('reasons.password')}>
        {control => (
          <PasswordInput
            autoComplete="current-password"
            defaultValue={filled?.password}
            {...control}
            {...form.register('password')}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={quiet ? 'secondary' : 'primary'}
        busy={busy}
        disabled={!hydrated}
        aria-disabled={waiting || busy || undefined}
        className="mt-1 w-full aria-disabled:opacity-60"
      >
        {busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
