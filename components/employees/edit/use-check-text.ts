import { useTranslations } from 'use-intl/react'
import { type EmployeeUpdate, employeeUpdateSchema } from '#lib/portrait-api/input-contract.ts'
import { EMAIL_MAX, MITARBEITERNUMMER_MAX, NAME_MAX } from '#lib/portrait-api/terms.ts'
import type { EditableField } from './editable-field.ts'

const MAX_LENGTHS = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  email: EMAIL_MAX,
  mitarbeiternummer: MITARBEITERNUMMER_MAX,
  locale: 2,
} as const satisfies Record<EditableField, number>

type Checked = { changes: EmployeeUpdate; reason: null } | { changes: null; reason: string }

/** The changed field and no other, as it is sent, or why it is not: the service has the last word about all else. */
export function useCheckText(field: EditableField): (text: string) => Checked {
  const t = useTranslations('reasons')
  return text => {
    const typed = text.trim()
    const value = field === 'locale' && typed === '' ? null : typed
    const { success, data, error } = employeeUpdateSchema.safeParse({ [field]: value })
    if (success) return { changes: data, reason: null }
    const [issue] = error.issues
    if (typed === '') return { changes: null, reason: t('required') }
    if (issue?.code === 'too_big') return { changes: null, reason: t('tooLong', { max: MAX_LENGTHS[field] }) }
    return { changes: null, reason: t(field === 'email' ? 'email' : 'invalid') }
  }
}
