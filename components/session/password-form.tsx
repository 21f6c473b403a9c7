'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { z } from 'zod/mini'
import { Alert } from '#components/ui/alert.tsx'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { paths } from '#lib/address/paths.ts'
import { passwordChangeSchema } from '#lib/contracts/accounts.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { FormNotice, usePause } from './form-notice.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordInput } from './password-input.tsx'

const WRONG = 'wrong'

export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('account.password')
  const word = useTranslations('passwords')
  const sentence = useTranslations('errors')
  const hydrated = useHydrated()
  const router = useRouter()
  const [done, setDone] = useState(false)
  const { pause, waiting, begin, forget } = usePause()
  const form = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { current: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function submit(body: z.infer<typeof passwordChangeSchema>) {
    setDone(false)
    try {
      await deskCommand(paths.api.password(), { method: 'PUT', body })
      forget()
      form.reset()
      setDone(true)
      router.refresh()
    } catch (thrown) {
      explain(toDeskError(thrown))
    }
  }

  function explain({ code, errors: reasons, retryAfterSeconds }: DeskError) {
    if (code === 'sign_in_throttled' && retryAfterSeconds) return begin(retryAfterSeconds)
    forget()
    const [problem] = reasons?.password ?? []
    if (reasons?.current) form.setError('current', { message: WRONG }, { shouldFocus: true })
    else if (problem) form.setError('password', { message: problem }, { shouldFocus: true })
    else form.setError('root', { message: sentence(code) })
  }

  return (
    <form
      noValidate
      method="post"
      onSubmit={event => (waiting ? event.preventDefault() : form.handleSubmit(submit)(event))}
      className="mt-4 grid max-w-sm gap-4"
    >
      {done && (
        <Alert tone="positive" live>
          {t('done')}
        </Alert>
      )}
      <FormNotice pause={pause} problem={errors.root?.message} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        required
        label={t('current')}
        error={errors.current && t(errors.current.message === WRONG ? 'currentWrong' : 'currentMissing')}
      >
        {control => (
          <PasswordInput autoComplete="current-password" {...control} {...form.register('current')} />
        )}
      </Field>
      <NewPasswordField
        label={word('new')}
        problem={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" busy={isSubmitting} disabled={!hydrated} className="justify-self-start">
        {isSubmitting ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
