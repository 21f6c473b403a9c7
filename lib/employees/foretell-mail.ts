import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * What a changed address sets off: a new invitation, or nothing, because nobody was invited or the photo is there. `retake`: nothing
 * either, though the person is to send another photo.
 */
type MailOutlook = 'invites' | 'notInvited' | 'hasPhoto' | 'retake'

/**
 * Tells before saving what the service will do with a new address (specification section 3); null when it is no other one. Another
 * letter case is another one: services may take it for the same mailbox, but none says so, and a mail cannot be taken back.
 */
export function foretellMail(employee: Employee, address: string): MailOutlook | null {
  const { email, invited_at, uploaded_at, status } = employee
  if (address === email) return null
  if (invited_at === null) return 'notInvited'
  if (uploaded_at === null) return 'invites'
  return status === 'retake' ? 'retake' : 'hasPhoto'
}
