'use client'

import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod/mini'
import { Field } from '#components/ui/field/field.tsx'
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_PROBLEMS } from '#lib/contracts/session.ts'
import { PasswordInput } from './password-input.tsx'

const problemSchema = z.catch(z.enum(['too_short', 'too_long', ...PASSWORD_PROBLEMS]), 'too_short')

type NewPasswordFieldProps = ComponentProps<typeof PasswordInput> & {
  label: string
  /** Reason of the refusal by the form or the desk: a code of `newPasswordSchema` or `PASSWORD_PROBLEMS`. */
  problem: string | undefined
}

/** Field for a new password: its rules are shown before anything is typed. */
export function NewPasswordField({ label, problem, ...input }: NewPasswordFieldProps) {
  const t = useTranslations('passwords')
  const limits = { min: PASSWORD_MIN, max: PASSWORD_MAX }
  const reason = problem === undefined ? undefined : t(`problems.${problemSchema.parse(problem)}`, limits)
  return (
    <Field required label={label} hint={t('hint', { min: PASSWORD_MIN })} error={reason}>
      {control => <PasswordInput autoComplete="new-password" {...control} {...input} />}
    </Field>
  )
}
