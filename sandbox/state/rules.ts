import type { CustomerRecord, EmployeeRecord } from './records.ts'

export type Size = { label: string; width: number; height: number }

/** How the service decides where the specification does not say it. */
export type Rules = {
  /** A taken email or number: 422 with reasons, 409 with reasons, or 409 with nothing but a message. */
  taken: 'invalid' | 'conflict' | 'bareConflict'
  email: 'usual' | 'strict' | 'lenient'
  /** What is kept of any text that somebody sent, and then of an email or a number. */
  keepText: (text: string) => string
  keepEmail: (email: string) => string
  keepNumber: (number: string) => string
  /** What is kept of a language that somebody sent; the account has one of its own. */
  keepLocale: (
    locale: EmployeeRecord['locale'],
    ofAccount: CustomerRecord['locale'],
  ) => EmployeeRecord['locale']
  /** Two addresses for which this is the same are one mailbox: who is moved from the one to the other is not invited anew. */
  toMailbox: (email: string) => string
  /** Two numbers for which this is the same are one number. */
  compareNumber: (number: string) => string
  rateWindow: 'sliding' | 'fixed'
  /** The `Retry-After` of a 429; null leaves the header out. `now` in milliseconds. */
  retryAfter: (seconds: number, now: number) => string | null
  /** The picture that is sent for a configured size. */
  toPixels: (size: Size) => Size
  /** What is added to each id of a project or an employee on its way out, and taken off on its way in. */
  idsFrom: number
}

export const USUAL_RULES: Rules = {
  taken: 'invalid',
  email: 'usual',
  keepText: text => text,
  keepEmail: email => email,
  keepNumber: number => number,
  keepLocale: locale => locale,
  toMailbox: email => email.toLowerCase(),
  compareNumber: number => number,
  rateWindow: 'sliding',
  retryAfter: seconds => String(seconds),
  toPixels: size => size,
  idsFrom: 0,
}
