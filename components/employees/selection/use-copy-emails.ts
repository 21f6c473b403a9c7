'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { peopleIdsQuery } from '#components/employees/state/people-ids-query.ts'
import { copyText } from '#components/ui/browser/copy-text.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { toDeskError } from '#lib/errors.ts'

/** Puts addresses on the clipboard, as a mail program takes them: one after another, with a semicolon for Outlook. */
export function useCopyEmails(projectId: number) {
  const t = useTranslations('selection')
  const sentence = useTranslations('errors')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (people: readonly number[]) => {
      const chosen = new Set(people)
      const everybody = await queries.fetchQuery(peopleIdsQuery(projectId))
      const emails = everybody.filter(({ id }) => chosen.has(id)).map(({ email }) => email)
      return { count: emails.length, copied: await copyHidden(emails.join('; ')) }
    },
    onSuccess: ({ count, copied }) =>
      copied
        ? toast({ tone: 'positive', title: t('emailsCopied', { count }) })
        : toast({ tone: 'danger', title: t('emailsNotCopied') }),
    onError: error =>
      toast({ tone: 'danger', title: t('emailsNotCopied'), text: sentence(toDeskError(error).code) }),
  })
}

/** The clipboard of an unencrypted page takes only what is selected in a field. */
async function copyHidden(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  const copied = await copyText(field)
  field.remove()
  return copied
}
