import { useTranslations } from 'use-intl/react'
import { copyHidden } from '#components/ui/browser/copy-hidden.ts'
import { useBusy } from '#components/ui/browser/use-busy.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { toDeskError } from '#lib/errors.ts'

/** Addresses, and what else there is to be said of them. */
export type EmailsToCopy = { emails: readonly string[]; besides: string | undefined }

/**
 * Puts addresses on the clipboard, as a mail program takes them: one after another, with a semicolon for Outlook. Tells how many, or
 * why not; where there are none, the clipboard keeps what it has.
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
