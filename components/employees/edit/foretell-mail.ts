import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * What a changed address sets off: a new invitation, or nothing, because nobody was invited or the photo is there. `retake`: nothing
 * either, though the person is to send another photo.
 */
type MailOutlook = 'invites' | 'notInvited' | 'hasPhoto' | 'retake'

/**
 * Tells before saving what the service will do with a new address (specification section 3). Another letter case is
 * the same mailbox: then there is nothing to tell.
 */
export function foretellMail(employee: Employee, text: string): MailOutlook | null {
  const { email, invited_at, uploaded_at, status } = employee
  if (text.trim().toLowerCase() === email.toLowerCase()) return null
  if (invited_at === null) return 'notInvited'
  if (uploaded_at === null) return 'invites'
  return status === 'retake' ? 'retake' : 'hasPhoto'
}
