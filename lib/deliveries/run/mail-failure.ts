import 'server-only'
import { createTransport } from 'nodemailer'
import { createTranslator } from 'use-intl/core'
import { paths } from '#lib/address/paths.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { isRunError } from '#lib/deliveries/reasons.ts'
import { describeError } from '#lib/describe-error.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { log } from '#lib/log.ts'
import { listAdministrators } from '#lib/session/accounts/manage-accounts.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'

/** A mail server that hangs holds nobody up for longer. */
const PATIENCE_MS = 20_000

/**
 * Tells the administrators by e-mail that a run has failed, where the operator has named a mail server: the first time, and then
 * once a day at most, because a destination that is down over the weekend fails often. Names no employee. A mail that cannot
 * be sent goes to the log.
 */
export async function mailFailure(
  delivery: DeliveryRow,
  run: DeliveryRunRow,
  again: Date | null,
): Promise<void> {
  const { mail, appLocale: locale, timeZone, appUrl, appName } = getEnv()
  if (!mail || delivery.failures > 0) return
  const to = await listAdministrators()
  if (to.length === 0) return
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'deliveries' })
  const why = isRunError(run.error)
    ? t(`runErrors.${run.error}`)
    : t(`errors.${isDestinationErrorCode(run.error) ? run.error : 'other'}`)
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const lines = [
    t('mail.failed', { name: delivery.name }),
    why,
    again ? t('mail.again', { moment: format.format(again) }) : t('mail.noAgain'),
    appUrl + paths.delivery(delivery.id),
  ]
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    const subject = t('mail.subject', { name: delivery.name })
    await transport.sendMail({
      from: { name: appName, address: mail.from },
      to,
      subject,
      text: lines.join('\n\n'),
    })
    log('info', 'mail_sent', { delivery: delivery.id, to: to.length })
  } catch (error) {
    log('error', 'mail_not_sent', { delivery: delivery.id, ...describeError(error) })
  } finally {
    transport.close()
  }
}
