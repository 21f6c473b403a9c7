import type { Employee } from '#lib/portrait-api/contract.ts'

/** What a changed address sets off: a new invitation, or nothing, because nobody was invited or the photo is there. */
type MailOutlook = 'invites' | 'notInvited' | 'hasPhoto'

/**
 * Tells before saving what the service will do with a new address (specification section 3). Another letter case is
 * the same mailbox: then there is nothing to tell.
 */
export function foretellMail({ email, invited_at, uploaded_at }: Employee, text: string): MailOutlook | null {
  if (text.trim().toLowerCase() === email.toLowerCase()) return null
  if (invited_at === null) return 'notInvited'
  return uploaded_at === null ? 'invites' : 'hasPhoto'
}
