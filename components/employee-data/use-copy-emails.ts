import { useTranslations } from 'use-intl/react'
import { copyHidden } from '#components/ui/browser/copy-hidden.ts'
import { useBusy } from '#components/ui/browser/use-busy.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { toDeskError } from '#lib/errors.ts'

/** Addresses, and an additional note about them. */
export type EmailsToCopy = { emails: readonly string[]; besides: string | undefined }

/**
 * Copies addresses to the clipboard in a mail program's format: one after another, with a semicolon for Outlook.
 * Shows their number, or the failure; without any address the clipboard is unchanged.
 */
export function useCopyEmails() {
  const t = useTranslations('selection')
  const sentence = useTranslations('errors')
  return useBusy(async (read: () => Promise<EmailsToCopy>) => {
    let why: string | undefined
    try {
      const reading = read()
      const copied = await copyHidden(reading.then(({ emails }) => emails.join('; ')))
      const { emails, besides } = await reading
      if (copied)
        return toast({
          tone: 'positive',
          title: t('emailsCopied', { count: emails.length }),
          text: besides,
        })
    } catch (error) {
      why = sentence(toDeskError(error).code)
    }
    toast({ tone: 'danger', title: t('emailsNotCopied'), text: why })
  })
}
