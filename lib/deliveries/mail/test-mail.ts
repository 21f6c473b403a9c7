import 'server-only'
import { createTranslator } from 'use-intl/core'
import { paths } from '#lib/address/paths.ts'
import { describeError } from '#lib/describe-error.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { log } from '#lib/log.ts'
import { type MailTrouble, toMailTrouble } from '#lib/mail/mail-trouble.ts'
import { sendMail } from '#lib/mail/send-mail.ts'
import { getEnv } from '#lib/settings/env.ts'

/** Sends a mail that only shows that mails arrive. Returns why it could not be sent, or null. */
export async function sendTestMail(address: string): Promise<MailTrouble | null> {
  const { mail, appLocale: locale, appUrl } = getEnv()
  if (!mail) return 'not_set'
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'deliveries.mail' })
  try {
    const lines = [t('testText'), appUrl + paths.deliveries()]
    await sendMail({ to: [address], subject: t('test'), lines })
    return null
  } catch (error) {
    const trouble = toMailTrouble(error)
    log('warn', 'test_mail_not_sent', { trouble, ...describeError(error) })
    return trouble
  }
}
