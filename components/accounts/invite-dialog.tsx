'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { z } from 'zod/mini'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { FormDialog, type FormWindow } from '#components/ui/popup/form-dialog.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { invitedResponse, inviteInputSchema } from '#lib/contracts/accounts.ts'
import { ROLES } from '#lib/contracts/session.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import type { GivenLink } from './use-account-actions.ts'

type InviteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onInvited: (given: GivenLink) => void
}

export function InviteDialog({ open, onOpenChange, onInvited }: InviteDialogProps) {
  const t = useTranslations('accounts.inviteDialog')

  return (
    <FormDialog open={open} onClose={() => onOpenChange(false)} title={t('title')} description={t('text')}>
      {window => <InviteForm window={window} onInvited={onInvited} />}
    </FormDialog>
  )
}

type InviteFormProps = { window: FormWindow; onInvited: (given: GivenLink) => void }

function InviteForm({ window, onInvited }: InviteFormProps) {
  const t = useTranslations('accounts')
  const ui = useTranslations('ui')
  const sentence = useTranslations('errors')
  const form = useForm<z.infer<typeof inviteInputSchema>>({
    resolver: zodResolver(inviteInputSchema),
    defaultValues: { email: '', role: 'viewer' },
  })
  const { errors, isSubmitting } = form.formState

  async function submit(body: z.infer<typeof inviteInputSchema>) {
    try {
      const { data } = await window.send(() =>
        deskRequest(paths.api.accounts(), invitedResponse, { method: 'POST', body }),
      )
      notifyInvited({ email: data.account.email, link: data.link })
    } catch (thrown) {
      explain(toDeskError(thrown), body.email)
    }
  }

  /** The link is shown only in a dialog of this page: a user who has left the page must create another link. */
  function notifyInvited(given: GivenLink) {
    const { email } = given
    if (!window.isThere())
      return void toast({ title: t('done.invited', { email }), text: t('done.linkLost') })
    window.close()
    onInvited(given)
  }

  function explain({ code, errors: reasons }: DeskError, email: string) {
    if (!window.isThere())
      toast({ title: t('done.notInvited', { email }), text: sentence(code), tone: 'danger', urgent: true })
    else if (code === 'email_taken')
      form.setError('email', { type: 'taken', message: sentence(code) }, { shouldFocus: true })
    else if (reasons?.email) form.setError('email', {}, { shouldFocus: true })
    else form.setError('root', { message: sentence(code) })
  }

  return (
    <form
      noValidate
      method="post"
      onSubmit={form.handleSubmit(submit)}
      onChange={() => window.onTyped(true)}
      className="grid gap-5 px-5 pt-1 pb-5"
    >
      {errors.root?.message && (
        <Alert tone="danger" live>
          {errors.root.message}
        </Alert>
      )}
      <Field
        required
        label={t('inviteDialog.email')}
        error={
          errors.email &&
          (errors.email.type === 'taken' ? errors.email.message : t('inviteDialog.emailProblem'))
        }
      >
        {control => <Input type="email" autoComplete="off" {...control} {...form.register('email')} />}
      </Field>
      <RadioCards
        legend={t('inviteDialog.role')}
        cards={ROLES.map(value => ({ value, label: t(`roles.${value}`), hint: t(`roleHints.${value}`) }))}
        value={form.watch('role')}
        onChange={role => form.setValue('role', role)}
        className="grid-cols-1"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={window.close}>{ui('cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? t('inviteDialog.submitting') : t('inviteDialog.submit')}
        </Button>
      </div>
    </form>
  )
}
