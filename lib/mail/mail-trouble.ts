/** Reasons why a mail could not be sent; `deliveries.mailTest` in the texts. */
export const MAIL_TROUBLES = ['not_set', 'not_trusted', 'sign_in_refused', 'refused', 'unreachable'] as const
export type MailTrouble = (typeof MAIL_TROUBLES)[number]

const CERTIFICATE = /certificate|self.signed|altname|UNABLE_TO|CERT_/i

/** Returns the meaning of a mail client's error for an operator. */
export function toMailTrouble(thrown: unknown): MailTrouble {
  const { code = '', responseCode = 0, message = '' } = { ...Object(thrown), message: String(thrown) }
  if (CERTIFICATE.test(String(code)) || CERTIFICATE.test(message)) return 'not_trusted'
  if (code === 'EAUTH') return 'sign_in_refused'
  return responseCode >= 400 ? 'refused' : 'unreachable'
}
