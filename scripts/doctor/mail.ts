import { sendTestMail } from '#lib/deliveries/mail/test-mail.ts'
import type { MailTrouble } from '#lib/mail/mail-trouble.ts'
import type { Env } from '#lib/settings/env.ts'
import type { Finding } from './finding.ts'

const TODO: Record<MailTrouble, string> = {
  not_set: 'set SMTP_URL and MAIL_FROM',
  not_trusted:
    'its certificate is self-signed or of an unknown authority: name your authority in NODE_EXTRA_CA_CERTS',
  sign_in_refused: 'it does not accept the user name or password in SMTP_URL',
  refused: 'it refuses the mail: see test_mail_not_sent in the log',
  unreachable: 'it does not answer: check the address in SMTP_URL',
}

/** Reports whether mails can be sent. Sends a mail only to an address that the operator names. */
export async function checkMail({ mail }: Env, address: string | undefined): Promise<Finding> {
  const about = 'mail'
  if (address === undefined) {
    if (!mail) return { about, found: 'no server is set: nobody hears by mail of deliveries that fail' }
    return { about, found: `a server is set; try it with --mail NAME@HOST` }
  }
  const trouble = await sendTestMail(address)
  if (trouble === null) return { about, found: `the server has taken a test mail to ${address}` }
  return { about, found: 'the test mail was not sent', todo: TODO[trouble] }
}
