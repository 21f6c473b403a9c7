import { describe, expect, test } from 'vitest'
import { foretellMail } from '#lib/employees/foretell-mail.ts'
import { readyEmployee } from '#tests/support/people.ts'

const AT = '2026-10-05T09:00:00+02:00'

describe('a new address', () => {
  test('a new address invites an invited person without a photo again (specification section 3)', () => {
    const person = readyEmployee({ email: 'a@example.com', invited_at: AT, uploaded_at: null })
    expect(foretellMail(person, 'b@example.com')).toBe('invites')
  })

  test('a new address of an uninvited person, or of one with a photo, sends no invitation', () => {
    const person = readyEmployee({ email: 'a@example.com', invited_at: null, uploaded_at: null })
    expect(foretellMail(person, 'b@example.com')).toBe('notInvited')
    const sent = { ...person, invited_at: AT, uploaded_at: AT }
    expect(foretellMail(sent, 'b@example.com')).toBe('hasPhoto')
    expect(foretellMail({ ...sent, status: 'retake' }, 'b@example.com')).toBe('retake')
  })

  test('an address counts as new even if only its letter case changed', () => {
    const person = readyEmployee({ email: 'a@example.com', invited_at: AT, uploaded_at: null })
    expect(foretellMail(person, 'a@example.com')).toBeNull()
    expect(foretellMail(person, 'A@Example.com')).toBe('invites')
  })
})
