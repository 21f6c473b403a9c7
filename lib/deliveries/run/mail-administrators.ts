import 'server-only'
import { createTransport } from 'nodemailer'
import { createTranslator, type Messages } from 'use-intl/core'
import { paths } from '#lib/address/paths.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { isRunError } from '#lib/deliveries/reasons.ts'
import { describeError } from '#lib/describe-error.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { LOCALE_TAGS } from '#lib/locales.ts'
import { log } from '#lib/log.ts'
import { listAdministrators } from '#lib/session/accounts/manage-accounts.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'

/** A mail server that hangs holds nobody up for longer. */
const PATIENCE_MS = 20_000

/**
 * Tells the administrators that a run has failed: the first time, and no other until one went well again, because a destination
 * that is down over the weekend fails often.
 */
export async function mailFailure(
  delivery: DeliveryRow,
  run: DeliveryRunRow,
  again: Date | null,
): Promise<void> {
  if (delivery.failures > 0) return
  await mailAdministrators(delivery, (t: MailTranslator) => {
    const { appLocale, timeZone } = getEnv()
    const why = isRunError(run.error)
      ? t(`runErrors.${run.error}`)
      : t(`errors.${isDestinationErrorCode(run.error) ? run.error : 'other'}`)
    const format = new Intl.DateTimeFormat(LOCALE_TAGS[appLocale], {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    const next = again ? t('mail.again', { moment: format.format(again) }) : t('mail.noAgain')
    return {
      subject: t('mail.subject', { name: delivery.name }),
      lines: [t('mail.failed', { name: delivery.name }), why, next],
    }
  })
}

/** The same of a run that began by itself and waits for somebody: until then no photo that was withdrawn is taken away. */
export async function mailReview(delivery: DeliveryRow, { review }: DeliveryRunRow): Promise<void> {
  await mailAdministrators(delivery, (t: MailTranslator) => ({
    subject: t('mail.waits', { name: delivery.name }),
    lines: [
      t('mail.review', { name: delivery.name }),
      ...(review ? [t(`review.${review}`, { percent: delivery.removals_percent })] : []),
    ],
  }))
}

type MailTranslator = ReturnType<typeof createTranslator<Messages, 'deliveries'>>

/** Where the operator has named a mail server. Names no employee. A mail that cannot be sent goes to the log. */
async function mailAdministrators(
  delivery: DeliveryRow,
  write: (t: MailTranslator) => { subject: string; lines: string[] },
): Promise<void> {
  const { mail, appLocale: locale, appUrl, appName } = getEnv()
  if (!mail) return
  const to = await listAdministrators()
  if (to.length === 0) return
  const { subject, lines } = write(
    createTranslator({ locale, messages: MESSAGES[locale], namespace: 'deliveries' }),
  )
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.sendMail({
      from: { name: appName, address: mail.from },
      to,
      subject,
      text: [...lines, appUrl + paths.delivery(delivery.id)].join('\n\n'),
    })
    log('info', 'mail_sent', { delivery: delivery.id, to: to.length })
  } catch (error) {
    log('error', 'mail_not_sent', { delivery: delivery.id, ...describeError(error) })
  } finally {
    transport.close()
  }
}
