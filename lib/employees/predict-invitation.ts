import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * Effect of a changed address: a new invitation, or none because the employee is not invited or has sent a photo.
 * `retake`: none either, although the employee has to send another photo.
 */
type MailOutlook = 'invites' | 'notInvited' | 'hasPhoto' | 'retake'

/**
 * Predicts the service's reaction to a new address (specification section 3); null when it is unchanged. Another letter
 * case counts as a change: services may treat it as the same mailbox, but none documents that, and an email cannot be
 * withdrawn.
 */
export function predictInvitation(employee: Employee, address: string): MailOutlook | null {
  const { email, invited_at, uploaded_at, status } = employee
  if (address === email) return null
  if (invited_at === null) return 'notInvited'
  if (uploaded_at === null) return 'invites'
  return status === 'retake' ? 'retake' : 'hasPhoto'
}
