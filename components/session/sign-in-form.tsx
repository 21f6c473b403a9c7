'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { useHydrated } from '#components/shell/use-hydrated.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { type SignInInput, signIn, signInSchema } from './sign-in.ts'

type SignInFormProps = {
  returnTo: string
  /** The account of practice mode, filled in. */
  filled?: SignInInput | undefined
}

export function SignInForm({ returnTo, filled }: SignInFormProps) {
  const t = useTranslations('signIn')
  const hydrated = useHydrated()
  const form = useForm({
    resolver: zodResolver(signInSchema),
    ...(filled && { defaultValues: filled }),
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const busy = isSubmitting || isSubmitSuccessful

  async function submit(input: SignInInput) {
    const outcome = await signIn(input)
    if (outcome === 'signed_in') return window.location.assign(returnTo)
    form.setError('root', { message: t(`reasons.${outcome}`) })
    if (outcome === 'wrong') form.setFocus('password', { shouldSelect: true })
  }

  return (
    <form noValidate method="post" onSubmit={form.handleSubmit(submit)} className="grid gap-4">
      {errors.root?.message && (
        <Alert tone="danger" live>
          {errors.root.message}
        </Alert>
      )}
      <Field label={t('email')} error={errors.email && t('reasons.email')}>
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
      <Field label={t('password')} error={errors.password && t('reasons.password')}>
        {control => (
          <Input
            type="password"
            autoComplete="current-password"
            defaultValue={filled?.password}
            {...control}
            {...form.register('password')}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={busy} disabled={!hydrated} className="mt-1 w-full">
        {busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
