import { describe, expect, test } from 'vitest'
import { predictInvitation } from '#lib/employees/predict-invitation.ts'
import { readyEmployee } from '#tests/support/people.ts'

const AT = '2026-10-05T09:00:00+02:00'

describe('a new address', () => {
  test('a new address invites an invited person without a photo again (specification section 3)', () => {
    const person = readyEmployee({ email: 'a@example.com', invited_at: AT, uploaded_at: null })
    expect(predictInvitation(person, 'b@example.com')).toBe('invites')
  })

  test('a new address of an uninvited person, or of one with a photo, sends no invitation', () => {
    const person = readyEmployee({ email: 'a@example.com', invited_at: null, uploaded_at: null })
    expect(predictInvitation(person, 'b@example.com')).toBe('notInvited')
    const sent = { ...person, invited_at: AT, uploaded_at: AT }
    expect(predictInvitation(sent, 'b@example.com')).toBe('hasPhoto')
    expect(predictInvitation({ ...sent, status: 'retake' }, 'b@example.com')).toBe('retake')
  })

  test('an address counts as new even if only its letter case changed', () => {
    const person = readyEmployee({ email: 'a@example.com', invited_at: AT, uploaded_at: null })
    expect(predictInvitation(person, 'a@example.com')).toBeNull()
    expect(predictInvitation(person, 'A@Example.com')).toBe('invites')
  })
})
