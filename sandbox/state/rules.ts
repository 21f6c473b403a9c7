import type { CustomerRecord, EmployeeRecord } from './records.ts'

export type Size = { label: string; width: number; height: number }

/** Decisions of the service where the specification is silent. */
export type Rules = {
  /** The answer for a taken email or number: 422 with reasons, 409 with reasons, or 409 with a message alone. */
  taken: 'invalid' | 'conflict' | 'bareConflict'
  email: 'usual' | 'strict' | 'lenient'
  /** The stored form of any text, and then of an email or a number. */
  keepText: (text: string) => string
  keepEmail: (email: string) => string
  keepNumber: (number: string) => string
  /** The stored form of a language; the account has a language of its own. */
  keepLocale: (
    locale: EmployeeRecord['locale'],
    ofAccount: CustomerRecord['locale'],
  ) => EmployeeRecord['locale']
  /** Two addresses with the same result are one mailbox: a change from one to the other sends no new invitation. */
  toMailbox: (email: string) => string
  /** Two numbers with the same result are one number. */
  compareNumber: (number: string) => string
  rateWindow: 'sliding' | 'fixed'
  /** The `Retry-After` of a 429; null leaves the header out. `now` in milliseconds. */
  retryAfter: (seconds: number, now: number) => string | null
  /** The size of the picture that is sent for a configured size. */
  toPixels: (size: Size) => Size
  /** Added to each id of a project or an employee in answers, and subtracted in requests. */
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
